import { keccak256, parseTransaction } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as approvals from '@/lib/approvals'
import { againId } from '@/lib/batch/again'
import { append, batchOf, changed, eventsOf, liveBatches, stateOf } from '@/lib/batch/journal'
import type { Terms } from '@/lib/batch/freeze'
import { journal, type Batch } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { asked, newRequest } from '../asking'
import { emptyDatabase } from '../database'
import { dapp, stranger } from '../people'
import { decision, openWallet } from '../site/wallet'
import { did, storeBatch } from './batches'
import { openChain } from './fakeChain'
import { byAnotherWallet, codeOf, lookOn, start, takeNonce, types } from './replacing'

const minute = 60_000
const year = 365 * 24 * 60 * minute

beforeEach(emptyDatabase)

const row = ({ key }: Batch) => approvals.find(againId(key))

/** A batch whose user is asked again because it grew old. */
const old = async (terms: Partial<Terms> = { mode: 'one' }, place = start()) => {
  const batch = await storeBatch(terms)
  place.chain.now = batch.createdAt + 11 * minute
  await place.runner.advance()
  return { ...place, batch, wallet: openWallet() }
}

/** Does so at that time, in ms since 1970, by the clock that the pages of the wallet have. */
const at = async <T>(now: number, run: () => Promise<T>): Promise<T> => {
  vi.setSystemTime(now)
  try {
    return await run()
  } finally {
    vi.useRealTimers()
  }
}

const yes = (change: object = {}) => ({ ...decision('one'), ...change })

describe('the user is asked again', () => {
  test.each<
    [string, Partial<Terms>, (chain: ReturnType<typeof openChain>['chain']) => void, string]
  >([
    ['for its age', { mode: 'one' }, (chain) => (chain.now += 11 * minute), 'age'],
    ['where the clock was set back', { mode: 'one' }, (chain) => (chain.now -= 11 * minute), 'age'],
    [
      'for another delegate',
      { mode: 'atomic' },
      (chain) => (chain.code = { pending: delegation(stranger) }),
      'delegate',
    ],
    [
      'where a call would now fail',
      { mode: 'one', expected: 'succeeds' },
      (chain) => Object.assign(chain, { verdict: 'fails', now: chain.now + 6_000 }),
      'worse',
    ],
  ])('%s, in the write that says so, and nothing is signed', async (_, terms, happens, why) => {
    const place = start(openChain())
    place.chain.answers = {}
    const batch = await storeBatch(terms)
    place.chain.now = batch.createdAt + 1
    happens(place.chain)
    await place.runner.advance()
    expect(await types(batch)).toEqual(['approved', 'asked'])
    expect(await row(batch)).toMatchObject({
      ...{ origin: dapp, method: 'wallet_sendCalls', state: 'pending', createdAt: place.chain.now },
      ...{ documentId: '', wire: '', again: { key: batch.key, why, mode: batch.mode } },
      params: [{ from: batch.from, chainId: 31337, calls: batch.calls }],
    })
    expect(await codeOf(batch)).toBe(100)
    await lookOn(place, 3)
    expect(place.chain).toMatchObject({ signatures: 0, sent: [] })
    expect(await types(batch)).toEqual(['approved', 'asked'])
  })

  test.each<[string, Partial<Terms>]>([
    ['not where it was expected to fail', { mode: 'one', expected: 'fails' }],
    ['not where nothing was known', { mode: 'one', expected: 'unknown' }],
    ['not where nothing was simulated', { mode: 'one' }],
  ])('%s', async (_, terms) => {
    const place = start()
    const batch = await storeBatch(terms)
    Object.assign(place.chain, { verdict: 'fails', now: batch.createdAt + 6_000 })
    await place.runner.advance()
    expect(await types(batch)).toEqual(['approved', 'signed', 'sent'])
  })

  test('not where the simulation does not know, nor within 5 s, when it was on the screen', async () => {
    const place = start()
    const first = await storeBatch({ mode: 'one', expected: 'succeeds' })
    Object.assign(place.chain, { verdict: 'fails', now: first.createdAt + 4_000 })
    await place.runner.advance()
    Object.assign(place.chain, { verdict: 'unknown', now: first.createdAt + 8_000 })
    await place.runner.cancel(first.key)
    expect(await types(first)).not.toContain('asked')
  })

  test('for the calls that are left of a batch in order', async () => {
    const place = start()
    const calls = (['0x1', '0x2', '0x3'] as const).map((value) => ({
      ...{ to: stranger, value, data: '0x' as const },
    }))
    const batch = await storeBatch({ calls })
    place.chain.now = batch.createdAt + 1
    await place.runner.advance()
    place.include(keccak256(place.chain.sent[0] ?? '0x'))
    await place.runner.look(31337)
    place.chain.now += 11 * minute
    await place.runner.advance()
    expect((await row(batch))?.params).toMatchObject([
      { calls: calls.slice(1), atomicRequired: false },
    ])
  })

  test('with a row that is there again with the next event, should it be lost', async () => {
    const { batch, chain } = await old()
    await journal.approvals.clear()
    await append(batch.key, [{ type: 'freed', index: 0 }], chain.now)
    expect(await row(batch)).toMatchObject({ state: 'pending' })
  })

  test('in one place in the window, whatever else becomes of the batch', async () => {
    const { batch, chain } = await old()
    const before = await row(batch)
    await append(batch.key, [{ type: 'freed', index: 0 }], chain.now + minute)
    expect(await row(batch)).toEqual(before)
  })

  test('or neither the event nor the row is on disk', async () => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    const full = () => {
      throw new Error('the disk is full')
    }
    journal.approvals.hook('creating', full)
    place.chain.now = batch.createdAt + 11 * minute
    await place.runner.advance()
    journal.approvals.hook('creating').unsubscribe(full)
    expect(await types(batch)).toEqual(['approved'])
    await place.runner.advance()
    expect(await types(batch)).toEqual(['approved', 'asked'])
    expect(await row(batch)).toBeDefined()
  })
})

describe('a second yes', () => {
  test('freezes the new terms and signs them, once', async () => {
    const { batch, chain, runner, wallet } = await old()
    const fees = { maxFeePerGas: '0x7d0', maxPriorityFeePerGas: '0x3' } as const
    const given = yes({ gas: ['0x5300'], fees })
    const approve = () => wallet.approve(againId(batch.key), given)
    expect(await at(chain.now, approve)).toBe('done')
    expect(await row(batch)).toMatchObject({ state: 'approved' })
    expect(await batchOf(batch.key)).toMatchObject({ fees, gas: ['0x5300'], live: 1, shown: 1 })
    expect((await batchOf(batch.key)).createdAt).toBe(batch.createdAt)
    await Promise.all([runner.advance(), runner.advance()])
    await runner.advance()
    expect(chain.sent.map((raw) => parseTransaction(raw))).toMatchObject([
      { maxFeePerGas: 2000n, maxPriorityFeePerGas: 3n, gas: 0x5300n },
    ])
    expect(await types(batch)).toEqual(['approved', 'asked', 'confirmed', 'signed', 'sent'])
    expect(await approve()).toBe('gone')
  })

  test('signs the new terms also where a worker had read the old ones before', async () => {
    const { batch, chain, world, runner, wallet } = await old()
    const fees = { maxFeePerGas: '0x7d0', maxPriorityFeePerGas: '0x3' } as const
    const usual = world.lock
    // Between the list of what is to be done and its turn.
    world.lock = async (name, run) => {
      if ((await stateOf(batch.key)).asked)
        await at(chain.now, () => wallet.approve(againId(batch.key), yes({ fees })))
      return usual(name, run)
    }
    await runner.advance()
    expect(chain.sent.map((raw) => parseTransaction(raw).maxFeePerGas)).toEqual([2000n])
  })

  test('keeps what is signed already as it is', async () => {
    const place = start()
    const batch = await storeBatch({ gas: ['0x5208', '0x7530'] })
    place.chain.now = batch.createdAt + 1
    await place.runner.advance()
    place.include(keccak256(place.chain.sent[0] ?? '0x'))
    place.chain.count = 6
    await place.runner.look(31337)
    place.chain.now += 11 * minute
    await place.runner.advance()
    await at(place.chain.now, () =>
      openWallet().approve(againId(batch.key), { ...decision('sequence'), gas: ['0x9999'] }),
    )
    expect((await batchOf(batch.key)).gas).toEqual(['0x5208', '0x9999'])
    await place.runner.advance()
    const { transactions } = await stateOf(batch.key)
    expect(transactions.map(({ nonce }) => nonce)).toEqual([5, 6])
  })

  test.each<[string, object]>([
    ['too few gas limits', { gas: [] }],
    ['too many', { gas: ['0x1', '0x2'] }],
    ['an upgrade of a batch that is not atomic', { upgrade: true }],
  ])('with %s writes nothing', async (_, change) => {
    const { batch, wallet } = await old()
    await expect(wallet.approve(againId(batch.key), yes(change))).rejects.toThrow('does not fit')
    expect(await types(batch)).toEqual(['approved', 'asked'])
    expect(await row(batch)).toMatchObject({ state: 'pending' })
  })

  test('that cannot be written changes nothing', async () => {
    const { batch, wallet } = await old()
    const full = () => {
      throw new Error('the disk is full')
    }
    journal.events.hook('creating', full)
    expect(await wallet.approve(againId(batch.key), yes({ gas: ['0x9999'] }))).toBe('not saved')
    journal.events.hook('creating').unsubscribe(full)
    expect(await batchOf(batch.key)).toEqual(batch)
    expect(await row(batch)).toMatchObject({ state: 'pending' })
  })

  test('may have to be asked for again', async () => {
    const { batch, chain, runner, wallet } = await old()
    chain.isLocked = true
    await at(chain.now, () => wallet.approve(againId(batch.key), yes()))
    await runner.advance()
    chain.now += 11 * minute
    await runner.advance()
    expect(await types(batch)).toEqual(['approved', 'asked', 'confirmed', 'asked'])
    expect(await row(batch)).toMatchObject({ state: 'pending', createdAt: chain.now })
  })
})

describe('the batch is stopped, and the question gone', () => {
  const isRefused = async (batch: Batch) => {
    expect((await stateOf(batch.key)).stopped).toBe('refused')
    expect(await codeOf(batch)).toBe(400)
    expect(await approvals.pending()).toEqual([])
    expect(await liveBatches()).toEqual([])
  }

  test('by a no', async () => {
    const { batch, chain, runner, wallet } = await old()
    await wallet.reject(againId(batch.key))
    await isRefused(batch)
    await runner.advance()
    expect(chain.signatures).toBe(0)
  })

  test('by closing the window, with all else that waits in it', async () => {
    const { batch } = await old()
    const { outcome } = await asked()
    await approvals.rejectAll()
    await isRefused(batch)
    expect(await outcome).toMatchObject({ code: 4001 })
  })

  test.each([1, -1])('by a day without an answer (%i)', async (way) => {
    const { batch, chain, runner } = await old()
    chain.now += way * 25 * 60 * minute
    await runner.advance()
    expect((await stateOf(batch.key)).stopped).toBe('expired')
    expect(await codeOf(batch)).toBe(400)
    expect(await row(batch)).toBeUndefined()
  })

  test('by Cancel', async () => {
    const { batch, runner } = await old()
    expect(await runner.cancel(batch.key)).toBe('done')
    expect(await row(batch)).toBeUndefined()
    expect((await stateOf(batch.key)).stopped).toBe('user')
  })

  test('by a chain that was started anew', async () => {
    const place = await old()
    place.chain.genesis = keccak256('0x01')
    await lookOn(place)
    expect((await stateOf(place.batch.key)).stopped).toBe('reset')
    expect(await row(place.batch)).toBeUndefined()
  })

  test('a year after, whatever the clock does, with nothing signed', async () => {
    for (const way of [1, -1]) {
      const { batch, chain, runner } = await old()
      chain.now += way * year
      await runner.advance()
      expect(await codeOf(batch)).toBe(400)
      expect(chain.signatures).toBe(0)
    }
  })
})

test('a question about calls that will not be signed any more is gone', async () => {
  const place = start()
  const batch = await storeBatch()
  place.chain.now = batch.createdAt + 1
  await place.runner.advance()
  const hash = keccak256(place.chain.sent[0] ?? '0x')
  place.include(hash)
  place.chain.count = 6
  await place.runner.look(31337)
  place.chain.now += 11 * minute
  await place.runner.advance()
  expect(await row(batch)).toBeDefined()
  // The block being built turns out otherwise: the first call reverts, which stops the rest.
  place.include(hash, { status: '0x0' })
  await lookOn(place)
  expect(await row(batch)).toBeUndefined()
  place.chain.latest = 11
  await lookOn(place)
  expect(await codeOf(batch)).toBe(500)
  place.chain.finalized = 11
  await lookOn(place, 2)
  expect((await stateOf(batch.key)).final).toBe(true)
  expect(await approvals.pending()).toEqual([])
})

test('nor is anybody asked for a batch that lost a nonce meanwhile', async () => {
  const place = start()
  const batch = await storeBatch()
  place.chain.now = batch.createdAt + 1
  await place.runner.advance()
  const hash = keccak256(place.chain.sent[0] ?? '0x')
  place.include(hash)
  await place.runner.look(31337)
  place.chain.now += 11 * minute
  await place.runner.advance()
  place.drop(hash)
  takeNonce(place, byAnotherWallet(5))
  await lookOn(place, 2)
  place.chain.latest += 70
  await lookOn(place, 2)
  expect(await codeOf(batch)).toBe(400)
  expect(await approvals.pending()).toEqual([])
})

describe('a site', () => {
  test('cannot reach the question: not by its id, whatever it sends', async () => {
    const { batch, wallet } = await old()
    const id = againId(batch.key)
    const request = {
      ...{ version: '2.0.0', from: batch.from, chainId: '0x7a69', atomicRequired: false },
      calls: [{ to: stranger, value: '0x1' }],
    }
    for (const params of [[request], '', '[]', 'null'])
      for (const method of ['wallet_sendCalls', 'eth_sendTransaction']) {
        const { error } = await wallet.send(method, params, { id, origin: dapp })
        expect([-32600, -32602]).toContain(error?.code)
      }
    expect(await row(batch)).toMatchObject({ state: 'pending' })
    expect((await row(batch))?.goneAt).toBeUndefined()
  })

  test('may have as many requests waiting as before', async () => {
    for (let count = 0; count < 6; count++) await old()
    for (let count = 0; count < 5; count++) await asked(newRequest())
    await expect(approvals.ask(newRequest(), [])).rejects.toMatchObject({ code: -32005 })
  })
})

test('no page has to come back for it after the worker was stopped', async () => {
  const { batch, wallet, chain } = await old()
  await asked()
  expect(await approvals.leaveAll()).toBe(1)
  await approvals.expire(Date.now() + year)
  const approve = () => wallet.approve(againId(batch.key), yes())
  expect(await at(chain.now, approve)).toBe('done')
})

test('who listens hears of it when it is on disk, and never before', async () => {
  const { batch } = await old()
  const { row: another } = await asked()
  const heard: Promise<string[]>[] = []
  const stop = changed.on(() => {
    heard.push(approvals.pending().then((rows) => rows.map(({ id }) => id)))
  })
  await approvals.reject(againId(batch.key))
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  stop()
  expect(await heard[0]).toEqual([another.id])
  expect((await eventsOf(batch.key)).at(-1)).toEqual({ type: 'stopped', reason: 'refused' })
})

test('the executor that was approved stays the one that is signed for', async () => {
  const place = start(openChain())
  place.chain.code = { pending: delegation(stranger) }
  place.chain.answers = {}
  const batch = await storeBatch({ mode: 'atomic' })
  place.chain.now = batch.createdAt + 1
  await place.runner.advance()
  await at(place.chain.now, () =>
    openWallet().approve(againId(batch.key), { ...decision('atomic'), upgrade: false }),
  )
  await place.runner.advance()
  expect(await types(batch)).toEqual(['approved', 'asked', 'confirmed', 'asked'])
  place.chain.code = { pending: delegation(executor) }
  await at(place.chain.now, () =>
    openWallet().approve(againId(batch.key), { ...decision('atomic'), upgrade: false }),
  )
  await place.runner.advance()
  expect((await types(batch)).at(-1)).toBe('sent')
})
