import { keccak256 } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { append, eventsOf, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { statusCode } from '@/lib/batch/status'
import { toError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { hashOf, storeBatch } from './batches'
import { openChain, silence } from './fakeChain'
import { cancel, fees, types } from './runnerHarness'
import { signThere } from './signNext'

beforeEach(emptyDatabase)

/** A batch whose worker died right after the signature was on disk, before anything was sent. */
const died = async () => {
  const place = openChain()
  const batch = await storeBatch({ mode: 'one' })
  await append(batch.key, await signThere(place.world, batch, 0), place.chain.now)
  const [transaction] = (await stateOf(batch.key)).transactions
  if (!transaction) throw new Error('nothing was signed')
  place.chain.signatures = 0
  return { ...place, batch, ...transaction }
}

describe('a worker that starts again', () => {
  test('sends the bytes on disk and signs nothing, also while the wallet is locked', async () => {
    const { chain, world, batch, raw } = await died()
    chain.isLocked = true
    await createRunner(world, fees).advance()
    expect(chain).toMatchObject({ sent: [raw], signatures: 0 })
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('takes a transaction that the chain has already as sent, and finds its receipt', async () => {
    const { chain, world, batch, include, hash } = await died()
    chain.answers = {
      eth_sendRawTransaction: () => {
        throw toError({ code: -32000, message: 'nonce too low: next nonce 6, tx nonce 5' })
      },
    }
    include(hash, { block: 10 })
    const runner = createRunner(world, fees)
    await runner.advance()
    await runner.look(31337)
    expect(statusCode(batch, await stateOf(batch.key))).toBe(200)
    expect(chain.signatures).toBe(0)
  })

  test('goes on with the second call where the first was included meanwhile', async () => {
    const { chain, world, include } = openChain()
    const batch = await storeBatch()
    await createRunner(world, fees).advance()
    include(keccak256(chain.sent[0] ?? '0x'))
    chain.count = 6
    const runner = createRunner(world, fees)
    await runner.look(31337)
    await runner.advance()
    const { transactions } = await stateOf(batch.key)
    expect(transactions.map(({ nonce }) => nonce)).toEqual([5, 6])
    expect(chain.signatures).toBe(2)
  })

  test('does nothing for a batch that is over', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch()
    await append(batch.key, [{ type: 'stopped', reason: 'user' }], chain.now)
    const runner = createRunner(world, fees)
    await runner.advance()
    expect(await runner.look(31337)).toBe(false)
    expect(chain.asked).toEqual([])
  })
})

describe('bytes that no block holds are sent again', () => {
  /** Returns when the bytes were sent, in seconds after the first time, with a look each second. */
  const times = async (seconds: number, answer: () => unknown) => {
    const { chain, world } = openChain()
    const batch = await storeBatch({ mode: 'one' })
    const at: number[] = []
    const started = chain.now
    chain.answers = {
      eth_sendRawTransaction: () => {
        at.push((chain.now - started) / 1000)
        return answer()
      },
    }
    const runner = createRunner(world, fees)
    for (let second = 0; second <= seconds; second++) {
      await runner.advance()
      await runner.look(31337)
      chain.now += 1000
    }
    return { at, events: await types(batch), signatures: chain.signatures }
  }

  test.each<[string, () => unknown, string[]]>([
    ['the node took', () => '0x', ['approved', 'signed', 'sent']],
    ['nobody answered for', silence, ['approved', 'signed']],
    [
      'the node refused',
      () => {
        throw toError({ code: -32000, message: 'transaction underpriced' })
      },
      ['approved', 'signed', 'refused'],
    ],
  ])('ever more rarely, down to once a minute: those that %s', async (_, answer, events) => {
    const found = await times(200, answer)
    expect([...new Set(found.at)]).toEqual([0, 2, 6, 14, 30, 62, 122, 182])
    expect(found.signatures).toBe(1)
    expect([...new Set(found.events)]).toEqual(events)
  })

  test('at once where they moved', async () => {
    const { chain, world, include, drop } = openChain()
    await storeBatch({ mode: 'one' })
    const runner = createRunner(world, fees)
    await runner.advance()
    const hash = keccak256(chain.sent[0] ?? '0x')
    include(hash)
    await runner.look(31337)
    drop(hash)
    await runner.look(31337)
    await runner.advance()
    expect(chain.sent).toHaveLength(2)
  })
})

describe('a chain that is another one', () => {
  const anew = hashOf('another genesis')

  test('is signed nothing for', async () => {
    const { chain, world } = openChain(8453)
    const batch = await storeBatch({ chainId: 8453 })
    chain.genesis = anew
    await createRunner(world, fees).advance()
    expect(chain).toMatchObject({ signatures: 0, sent: [] })
    expect(await types(batch)).toEqual(['approved'])
  })

  test('does not get what was signed before the worker died', async () => {
    const { chain, world, batch } = await died()
    chain.genesis = anew
    await createRunner(world, fees).advance()
    expect(chain.sent).toEqual([])
    expect(statusCode(batch, await stateOf(batch.key))).toBe(400)
  })

  const out = async (chainId: number) => {
    const place = openChain(chainId)
    const batch = await storeBatch({ mode: 'one', chainId })
    const runner = createRunner(place.world, fees)
    await runner.advance()
    const [raw = '0x'] = place.chain.sent
    return { ...place, batch, runner, hash: keccak256(raw) }
  }

  test('is sent nothing, and the batch stays as it is', async () => {
    const { chain, batch, runner, include, drop, hash } = await out(8453)
    include(hash)
    await runner.look(8453)
    const before = await eventsOf(batch.key)
    chain.genesis = anew
    drop(hash)
    chain.now += 3_600_000
    await runner.look(8453).catch(() => false)
    await runner.advance()
    expect(await eventsOf(batch.key)).toEqual(before)
    expect(chain.sent).toHaveLength(1)
  })

  test('is noticed at once where a receipt is gone: nothing is sent to it', async () => {
    const { chain, batch, runner, include, drop, hash } = await out(31337)
    include(hash, { block: 10 })
    await runner.look(31337)
    chain.now += 2000
    chain.genesis = anew
    drop(hash)
    await runner.look(31337)
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent', 'sealed', 'stopped'])
    expect(statusCode(batch, await stateOf(batch.key))).toBe(400)
    expect(chain.sent).toHaveLength(1)
  })

  test('is not stopped by the user any more: it ends as what it is', async () => {
    const { chain, batch, runner } = await out(31337)
    chain.now += 2000
    chain.genesis = anew
    expect(await cancel(runner, batch.key)).toBe('too late')
    expect((await stateOf(batch.key)).stopped).toBe('reset')
    expect(chain).toMatchObject({ signatures: 1 })
  })

  test('on this machine was started anew: the batch ends, as one of which nothing can ever be', async () => {
    const { chain, batch, runner } = await out(31337)
    chain.genesis = anew
    chain.now += 3_600_000
    await runner.look(31337)
    await runner.advance()
    expect(statusCode(batch, await stateOf(batch.key))).toBe(400)
    expect(chain.sent).toHaveLength(1)
  })
})
