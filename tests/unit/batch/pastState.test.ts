import { describe, expect, test } from 'vitest'
import { isGone, readPast, unlessRefused, withoutHope } from '@/lib/batch/pastState'
import type { Answer } from '@/lib/batch/world'
import { rpcError, toError } from '@/lib/rpc/errors'
import { openChain } from './fakeChain'

const said = (message: string, code = -32000) => toError({ code, message })

const gone = said('missing trie node')
const open = said('header not found')
const silent = rpcError('chainDisconnected')

describe('a node will never know what', () => {
  test.each([
    'missing trie node 0xab (path )',
    'missingtrienode',
    'state is pruned',
    'block has been pruned: pruning is on',
    'historical state is not available',
    'state histories haven’t been fully indexed yet',
    'required state 0xab is not available',
    'no state available for block 0x1',
    'World state unavailable',
    'distance to target block exceeds maximum proof window',
    'this needs an archive node',
    'MISSING TRIE NODE',
    'debug_traceTransaction is not on the whitelist',
    'method not found',
    'method debug_traceTransaction not available',
    'the method eth_getBlockReceipts is not supported',
    'this method is not enabled',
    'method is not allowed',
    'method debug_traceTransaction is disabled',
  ])('it answers with “%s”', (message) => {
    expect(isGone(said(message))).toBe(true)
  })

  test.each([-32601, -32604])('it answers with the code %i', (code) => {
    expect(isGone(said('no', code))).toBe(true)
  })

  test.each([
    'header not found',
    'block not found',
    'missing block',
    'state is not available',
    'not found',
    'disabled',
    'Internal error',
  ])('it may yet learn it after “%s”', (message) => {
    expect(isGone(said(message))).toBe(false)
  })

  test('it does not say: silence, being asked to slow down, or a failure that is no node’s', () => {
    expect(isGone(rpcError('chainDisconnected', 'missing trie node'))).toBe(false)
    expect(isGone(rpcError('limitExceeded', 'for an archive'))).toBe(false)
    expect(isGone(new Error('missing trie node'))).toBe(false)
    expect(isGone(undefined)).toBe(false)
  })
})

/** Answers as a node does: with a value, or by an error. */
const answer = (own: Answer): Promise<unknown> =>
  new Promise((resolve, reject) => {
    if ('value' in own) resolve(own.value)
    else reject(own.error instanceof Error ? own.error : new Error('not a node’s error'))
  })

/** Reads where the preferred node answers so, and all of them so where they are asked. */
const read = async (own: Answer, all?: Answer[]) => {
  let asked = 0
  const request = () => answer(own)
  const every = () => {
    asked++
    return Promise.resolve(all ?? [])
  }
  const nodes = all ? { request, every } : { request }
  const found: unknown = await readPast<unknown>(nodes, [1, 'eth_call', []], 'nobody').catch(
    (error: unknown) => ({ thrown: error }),
  )
  return { found, asked }
}

describe('what is past', () => {
  test('is what the preferred node says, and no other one is asked', async () => {
    expect(await read({ value: 2 }, [{ value: 1 }])).toEqual({ found: 2, asked: 0 })
  })

  test('is not asked of others while the preferred one is silent', async () => {
    const { found, asked } = await read({ error: silent }, [{ value: 1 }])
    expect(found).toEqual({ thrown: silent })
    expect(asked).toBe(0)
  })

  test('is what the first node says that knows', async () => {
    const all = [{ error: gone }, { error: open }, { value: null }, { value: 2 }, { value: 3 }]
    expect((await read({ error: gone }, all)).found).toBe(2)
    expect((await read({ error: open }, all)).found).toBe(2)
  })

  test('is still open where one gives null, which it does for a block that it lacks so far', async () => {
    const lacking = { thrown: expect.objectContaining({ code: -32603 }) as unknown }
    const all = [{ error: gone }, { value: null }]
    expect((await read({ error: gone }, all)).found).toEqual(lacking)
    expect((await read({ error: open }, [{ value: null }])).found).toEqual(lacking)
  })

  test('is nothing once each of them says that it is gone', async () => {
    expect((await read({ error: gone }, [{ error: gone }, { error: gone }])).found).toBe('nobody')
    expect((await read({ error: gone }, [])).found).toBe('nobody')
    expect((await read({ error: gone })).found).toBe('nobody')
  })

  test('is still open while one may know it later, whose error is thrown', async () => {
    expect((await read({ error: open })).found).toEqual({ thrown: open })
    expect((await read({ error: gone }, [{ error: gone }, { error: open }])).found).toEqual({
      thrown: open,
    })
    expect((await read({ error: gone }, [{ error: silent }])).found).toEqual({ thrown: silent })
  })
})

describe('an answer that a node refuses', () => {
  test('is another one instead, and what it gives is that', async () => {
    expect(await unlessRefused(Promise.resolve(1), 2)).toBe(1)
    expect(await unlessRefused(Promise.reject(open), 2)).toBe(2)
  })

  test('is none while it is silent', async () => {
    await expect(unlessRefused(Promise.reject(silent), 2)).rejects.toBe(silent)
  })
})

describe('a world without hope', () => {
  const hopeless = (own: Answer, all?: Answer[]) => {
    const { world } = openChain()
    const request = () => answer(own)
    return withoutHope({ ...world, request, ...(all ? { every: () => Promise.resolve(all) } : {}) })
  }
  const readIn = (own: Answer, all?: Answer[]) =>
    readPast<unknown>(hopeless(own, all), [1, 'eth_call', []], 'nobody')

  test('has what a node knows', async () => {
    expect(await readIn({ value: 1 })).toBe(1)
    expect(await readIn({ error: gone }, [{ error: open }, { value: 2 }])).toBe(2)
  })

  test('takes silence for a method that nobody serves', async () => {
    await expect(hopeless({ error: silent }).request(1, 'eth_call', [])).rejects.toMatchObject({
      code: 4200,
    })
    expect(await readIn({ error: silent }, [{ error: silent }])).toBe('nobody')
    expect(await readIn({ error: silent })).toBe('nobody')
  })

  test('gives up what a node may have known later', async () => {
    expect(await readIn({ error: open }, [{ error: open }])).toBe('nobody')
    expect(await readIn({ error: open })).toBe('nobody')
    expect(await readIn({ error: gone }, [{ value: null }])).toBe('nobody')
    await expect(hopeless({ error: open }).request(1, 'eth_call', [])).rejects.toBe(open)
  })
})
