import { keccak256 } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { stateOf } from '@/lib/batch/journal'
import { emptyDatabase } from '../database'
import { storeBatch } from './batches'
import { byAnotherWallet, codeOf, lookOn, start, takeNonce } from './runnerHarness'

const year = 365 * 24 * 60 * 60_000

beforeEach(emptyDatabase)

describe.each([year, -year])('a clock that jumps by %i ms', (jump) => {
  /** Opens a batch of one call whose transaction is sent before the clock jumps. */
  const out = async () => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    await place.runner.advance()
    place.chain.now += jump
    return { ...place, batch, hash: keccak256(place.chain.sent[0] ?? '0x') }
  }

  test('before a signature ends the batch: 400, and nothing goes out', async () => {
    const place = start()
    const batch = await storeBatch({ mode: 'one' })
    place.chain.now += jump
    await lookOn(place, 2)
    expect(await codeOf(batch)).toBe(400)
    expect(place.chain).toMatchObject({ signatures: 0, sent: [] })
  })

  test('once it is out leaves it 100, and the same bytes go out again', async () => {
    const place = await out()
    await lookOn(place, 2)
    expect(await codeOf(place.batch)).toBe(100)
    expect(place.chain.sent.length).toBeGreaterThan(1)
    expect(new Set(place.chain.sent).size).toBe(1)
    expect(place.chain.signatures).toBe(1)
  })

  test('does not hide what a block holds, nor a re-org, nor the end', async () => {
    const place = await out()
    place.include(place.hash, { block: 10 })
    await place.runner.look(31337)
    expect(await codeOf(place.batch)).toBe(200)
    place.chain.now -= jump
    place.drop(place.hash)
    await place.runner.look(31337)
    expect(await codeOf(place.batch)).toBe(100)
    place.include(place.hash, { block: 10 })
    place.chain.now += jump
    await place.runner.look(31337)
    place.chain.finalized = 10
    place.chain.now -= jump
    await place.runner.look(31337)
    expect((await stateOf(place.batch.key)).final).toBe(true)
  })

  test('does not hide a lost nonce', async () => {
    const place = await out()
    takeNonce(place, byAnotherWallet(5))
    await place.runner.look(31337)
    place.chain.now -= jump
    place.chain.latest += 70
    await place.runner.look(31337)
    expect(await codeOf(place.batch)).toBe(400)
    expect(place.chain.signatures).toBe(1)
  })
})
