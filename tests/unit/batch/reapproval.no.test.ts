import { keccak256 } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { reapprovalId } from '@/lib/batch/reapproval'
import { liveBatches, stateOf } from '@/lib/batch/journal'
import { type Batch } from '@/lib/db'
import { asked } from '../approvalRows'
import { emptyDatabase } from '../database'
import { storeBatch } from './batches'
import { minute, old, row, year } from './reapproval'
import { cancel, byAnotherWallet, codeOf, lookOn, start, takeNonce } from './runnerHarness'

beforeEach(emptyDatabase)

describe('the batch is stopped, and the question gone', () => {
  const isRefused = async (batch: Batch) => {
    expect((await stateOf(batch.key)).stopped).toBe('refused')
    expect(await codeOf(batch)).toBe(400)
    expect(await approvals.pending()).toEqual([])
    expect(await liveBatches()).toEqual([])
  }

  test('by a no', async () => {
    const { batch, chain, runner, wallet } = await old()
    await wallet.reject(reapprovalId(batch.key))
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
    expect(await cancel(runner, batch.key)).toBe('done')
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

/** Runs a batch until its first call is in a block. Returns that transaction's hash, too. */
const begun = async () => {
  const place = start()
  const batch = await storeBatch()
  place.chain.now = batch.createdAt + 1
  await place.runner.advance()
  const hash = keccak256(place.chain.sent[0] ?? '0x')
  place.include(hash)
  return { place, batch, hash }
}

/** Moves the clock by eleven minutes: an approval holds ten. */
const growOld = async ({ chain, runner }: ReturnType<typeof start>) => {
  await runner.look(31337)
  chain.now += 11 * minute
  await runner.advance()
}

test('a question about calls that will not be signed any more is gone', async () => {
  const { place, batch, hash } = await begun()
  place.chain.count = 6
  await growOld(place)
  expect(await row(batch)).toBeDefined()
  // In the next pre-confirmed block the first call reverts, which stops the rest.
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
  const { place, batch, hash } = await begun()
  await growOld(place)
  place.drop(hash)
  takeNonce(place, byAnotherWallet(5))
  await lookOn(place, 2)
  place.chain.latest += 70
  await lookOn(place, 2)
  expect(await codeOf(batch)).toBe(400)
  expect(await approvals.pending()).toEqual([])
})
