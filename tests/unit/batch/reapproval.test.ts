import Dexie from 'dexie'
import { keccak256 } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { reapprovalId } from '@/lib/batch/reapproval'
import { append, batchesChanged, eventsOf } from '@/lib/batch/journal'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { journal } from '@/lib/db'
import { delegation } from '@/lib/delegate/executor'
import { asked, newRequest } from '../approvalRows'
import { emptyDatabase } from '../database'
import { dapp, stranger } from '../accounts'
import { storeBatch } from './batches'
import { openChain } from './fakeChain'
import { at, minute, old, row, year, yes } from './reapproval'
import { cancel, codeOf, lookOn, start, types } from './runnerHarness'

beforeEach(emptyDatabase)

describe('the user is asked again', () => {
  test.each<
    [string, Partial<FrozenTerms>, (chain: ReturnType<typeof openChain>['chain']) => void, string]
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
      origin: dapp,
      method: 'wallet_sendCalls',
      state: 'pending',
      createdAt: place.chain.now,
      documentId: '',
      wire: '',
      again: { key: batch.key, why, mode: batch.mode },
      params: [{ from: batch.from, chainId: 31337, calls: batch.calls }],
    })
    expect(await codeOf(batch)).toBe(100)
    await lookOn(place, 3)
    expect(place.chain).toMatchObject({ signatures: 0, sent: [] })
    expect(await types(batch)).toEqual(['approved', 'asked'])
  })

  test.each<[string, Partial<FrozenTerms>]>([
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
    await cancel(place.runner, first.key)
    expect(await types(first)).not.toContain('asked')
  })

  test('for the calls that are left of a batch in order', async () => {
    const place = start()
    const calls = (['0x1', '0x2', '0x3'] as const).map((value) => ({
      to: stranger,
      value,
      data: '0x' as const,
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

describe('a site', () => {
  test('cannot reach the question: not by its id, whatever it sends', async () => {
    const { batch, wallet } = await old()
    const id = reapprovalId(batch.key)
    const request = {
      version: '2.0.0',
      from: batch.from,
      chainId: '0x7a69',
      atomicRequired: false,
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
  const approve = () => wallet.approve(reapprovalId(batch.key), yes())
  expect(await at(chain.now, approve)).toBe('done')
})

test('who listens hears of it when it is on disk, and never before', async () => {
  const { batch } = await old()
  const { row: another } = await asked()
  const heard: Promise<string[]>[] = []
  const stop = batchesChanged.on(() => {
    expect(Dexie.currentTransaction).toBeNull()
    heard.push(approvals.pending().then((rows) => rows.map(({ id }) => id)))
  })
  await approvals.reject(reapprovalId(batch.key))
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  stop()
  expect(await heard[0]).toEqual([another.id])
  expect((await eventsOf(batch.key)).at(-1)).toEqual({ type: 'stopped', reason: 'refused' })
})
