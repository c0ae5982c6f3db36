import { describe, expect, test } from 'vitest'
import { createBumpSimulations } from '@/lib/batch/bumpSimulations'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { fold } from '@/lib/batch/state'
import type { Fees } from '@/lib/db'
import type { Change, Expected } from '@/lib/db/outcome'
import { change } from '../simulate/outcomes'
import { did, hashOf, makeBatch } from './batches'
import { openChain } from './fakeChain'
import { replacedRaw as raw } from './replacing'
import { revoking } from './runnerHarness'

const paying = (amount: number): Change => change({ standard: 'native' }, -amount)
const expected: Expected = { verdict: 'succeeds', changes: [paying(1_000)], allowances: [] }

const fees: Fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }
const dearerFees: Fees = { maxFeePerGas: '0xffff', maxPriorityFeePerGas: '0x1' }

/** A bump of the transaction of a batch, of which so much was accepted, and looks at it. */
const open = (
  terms: Partial<FrozenTerms> = { mode: 'one', expected },
  change: Parameters<typeof did.signed>[2] = {},
) => {
  const { chain, world } = openChain()
  const batch = makeBatch(terms)
  const earlier = did.signed('earlier', 0, { raw, nonce: 4 })
  const state = fold([earlier, did.signed('a', 0, { raw, nonce: 5, deadline: 77, ...change })])
  const last = state.transactions.at(-1)
  if (!last) throw new Error('nothing is out')
  const pays = (amount: number) => {
    chain.outcome = { changes: [paying(amount)] }
  }
  pays(1_000)
  const bump = { batch, state, open: last, fees }
  /** Looks at the bump, and returns the price that was shown with it. */
  const show = async (one = bump) => {
    const { seen } = await simulations.take(one)
    if (!seen) throw new Error('nothing was seen')
    chain.looks.length = 0
    return { fees, ceiling: '0x0', seen } as const
  }
  const simulations = createBumpSimulations(world)
  return { chain, world, bump, pays, show, ...simulations }
}

const unseen = { fees, ceiling: '0x0' } as const

describe('a bump that runs no calls whose outcome was accepted', () => {
  test.each<[string, Partial<FrozenTerms>, 'call' | 'cancel']>([
    ['a cancellation', { mode: 'one', expected }, 'cancel'],
    ['a revocation', { ...revoking, expected }, 'call'],
    ['a batch of before outcomes were kept', { mode: 'one' }, 'call'],
  ])('is looked at by nobody and holds: %s', async (_, terms, kind) => {
    const { chain, bump, take, holds } = open(terms, { kind })
    chain.verdict = 'fails'
    expect(await take(bump)).toEqual({})
    expect(await holds(bump, unseen)).toBe(true)
    expect(chain.looks).toEqual([])
  })
})

test('a look is at the fees of the bump and the deadline, without what has the same nonce', async () => {
  const { chain, bump, take } = open()
  const { changed, seen } = await take(bump)
  expect(changed).toEqual([])
  expect(seen).toMatch(/^0x[0-9a-f]{64}$/)
  expect(chain.looks).toEqual([0])
  expect(chain.bumps).toEqual([
    {
      fees: { maxFeePerGas: '0x466', maxPriorityFeePerGas: '0x71' },
      deadline: 77,
      replaced: [hashOf('a')],
    },
  ])
})

test('a look tells what is worse than what was accepted', async () => {
  const { bump, pays, take } = open()
  pays(2_000)
  expect((await take(bump)).changed).toEqual([
    { kind: 'amount', was: paying(1_000), is: paying(2_000) },
  ])
})

describe('what was shown', () => {
  test('holds for five seconds without another look, and not for one ms more', async () => {
    const { chain, bump, pays, show, holds } = open()
    const price = await show()
    pays(2_000)
    chain.now += 5_000
    expect(await holds(bump, price)).toBe(true)
    expect(chain.looks).toEqual([])
    chain.now += 1
    expect(await holds(bump, price)).toBe(false)
    expect(chain.looks).toEqual([0])
  })

  test('is looked at again at other fees', async () => {
    const { chain, bump, pays, show, holds } = open()
    const price = await show()
    expect(await holds({ ...bump, fees: dearerFees }, price)).toBe(true)
    expect(chain.looks).toEqual([0])
    pays(2_000)
    expect(await holds({ ...bump, fees: dearerFees }, price)).toBe(false)
  })

  test('may be worse than what was accepted, as long as it is what the user saw, or close to it', async () => {
    const { chain, bump, pays, show, holds } = open()
    pays(2_000)
    const price = await show()
    chain.now += 5_001
    pays(2_001)
    expect(await holds(bump, price)).toBe(true)
    pays(2_100)
    expect(await holds(bump, price)).toBe(false)
  })

  test('binds in place of what was accepted, which may have been worse', async () => {
    const { chain, bump, pays, show, holds } = open()
    pays(500)
    const price = await show()
    chain.now += 5_001
    pays(1_000)
    expect(await holds(bump, price)).toBe(false)
  })

  test('with another transaction is no look at this one', async () => {
    const { bump, pays, show, holds } = open()
    const price = await show({ ...bump, open: { ...bump.open, hash: hashOf('other') } })
    pays(2_000)
    expect(await holds(bump, price)).toBe(false)
  })

  test('with another batch is no look at this one', async () => {
    const { bump, pays, show, holds } = open()
    const price = await show({ ...bump, batch: { ...bump.batch, key: 'other' } })
    pays(2_000)
    expect(await holds(bump, price)).toBe(false)
  })

  test('counts only for who saw the newest look', async () => {
    const { chain, bump, pays, show, holds } = open()
    const first = await show()
    pays(3_000)
    const second = await show()
    expect(await holds(bump, first)).toBe(false)
    expect(chain.looks).toEqual([0])
    expect(await holds(bump, second)).toBe(true)
    expect(chain.looks).toEqual([0])
  })
})

describe('without a look', () => {
  test('a bump that does what was accepted holds, and one that does worse does not', async () => {
    const { bump, pays, holds } = open()
    expect(await holds(bump, unseen)).toBe(true)
    pays(2_000)
    expect(await holds(bump, unseen)).toBe(false)
  })

  test('one that does worse holds for who saw the very same before the worker stopped', async () => {
    const { bump, pays, show, world } = open()
    pays(2_000)
    const price = await show()
    const { holds } = createBumpSimulations(world)
    expect(await holds(bump, price)).toBe(true)
    pays(2_001)
    expect(await holds(bump, price)).toBe(false)
  })
})
