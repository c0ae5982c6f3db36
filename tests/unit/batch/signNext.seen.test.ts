import { beforeEach, describe, expect, test } from 'vitest'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { append } from '@/lib/batch/journal'
import { executor, delegation } from '@/lib/delegate/executor'
import { stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { did, storeBatch } from './batches'
import { openChain } from './fakeChain'
import { revoking } from './runnerHarness'
import { signThere } from './signNext'

const minute = 60_000
const day = 24 * 60 * minute

beforeEach(emptyDatabase)

/** A batch whose outcome was accepted as one that succeeds, `age` ms after the approval. */
const accepted = async (age: number, terms: Partial<FrozenTerms> = {}) => {
  const place = openChain()
  const batch = await storeBatch({ mode: 'one', expected: 'succeeds', ...terms })
  place.chain.now = batch.createdAt + age
  return { ...place, batch }
}

describe('an outcome that was accepted', () => {
  test('is not simulated again within five seconds', async () => {
    const { chain, world, batch } = await accepted(5_000)
    chain.verdict = 'fails'
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed' }])
    expect(chain.looks).toEqual([])
  })

  test('is simulated after that, and signed where it is still the same', async () => {
    const { chain, world, batch } = await accepted(5_001)
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed' }])
    expect(chain.looks).toEqual([0])
  })

  test('that is worse now is asked about, with what is worse', async () => {
    const { chain, world, batch } = await accepted(5_001)
    chain.verdict = 'fails'
    chain.outcome = { failing: 0 }
    const changed = [{ kind: 'verdict', was: 'succeeds', is: 'fails', failing: 0 }]
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'asked', why: 'worse', changed }])
    expect(chain.signatures).toBe(0)
  })

  test('of a later call is simulated however soon', async () => {
    const { chain, world, batch } = await accepted(1, { mode: 'sequence' })
    await append(batch.key, [did.signed('0'), did.included('0')], chain.now)
    expect(await signThere(world, batch, 1)).toMatchObject([{ type: 'signed', index: 1 }])
    expect(chain.looks).toEqual([1])
  })

  test('of a later call is not simulated where the user has just agreed to what is left', async () => {
    const { chain, world, batch } = await accepted(1, { mode: 'sequence' })
    const asked = { type: 'asked', why: 'worse' } as const
    const events = [did.signed('0'), did.included('0'), asked, { type: 'confirmed' } as const]
    await append(batch.key, events, chain.now)
    expect(await signThere(world, batch, 1)).toMatchObject([{ type: 'signed' }])
    expect(chain.looks).toEqual([])
    chain.now += 5_001
    expect(await signThere(world, batch, 1)).toMatchObject([{ type: 'signed' }])
    expect(chain.looks).toEqual([1])
  })

  test('of a revocation is what the account’s code tells, and not simulated', async () => {
    const { chain, world, batch } = await accepted(minute, revoking)
    chain.code = { pending: delegation(executor) }
    chain.verdict = 'fails'
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed' }])
    expect(chain.looks).toEqual([])
  })

  test.each([
    ['none', '0x'],
    ['another', delegation(stranger)],
  ] as const)('of a revocation is over where the account has %s by now', async (_, pending) => {
    const { chain, world, batch } = await accepted(1, revoking)
    chain.code = { pending }
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'stopped', reason: 'delegate' }])
    expect(chain.signatures).toBe(0)
  })

  test('is not simulated where none was', async () => {
    const { chain, world } = openChain()
    const batch = await storeBatch({ mode: 'one' })
    chain.now = batch.createdAt + minute
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed' }])
    expect(chain.looks).toEqual([])
  })
})

describe('an approval at its limits', () => {
  test('holds at ten minutes, and not a moment later', async () => {
    const { chain, world, batch } = await accepted(10 * minute)
    expect(await signThere(world, batch, 0)).toMatchObject([{ type: 'signed' }])
    chain.now++
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'asked', why: 'age' }])
  })

  test('is asked about for a day, and ends a moment later', async () => {
    const { chain, world, batch } = await accepted(day)
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'asked', why: 'age' }])
    chain.now++
    expect(await signThere(world, batch, 0)).toEqual([{ type: 'stopped', reason: 'expired' }])
  })

  test('that ended asks nothing of the node', async () => {
    const { chain, world, batch } = await accepted(day + 1)
    await signThere(world, batch, 0)
    expect(chain.asked).toEqual([])
  })
})
