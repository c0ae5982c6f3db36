import { numberToHex, type Address } from 'viem'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { codeOf } from '@/lib/lock/codes'
import { hooksBite, inexactBy } from '@/lib/lock/hookCanary'
import { enforcers } from '@/lib/lock/hooks'
import { bites } from '@/lib/lock/lockCanary'
import { alice } from '../accounts'
import {
  bought,
  codeHash,
  ends,
  locked,
  moves,
  newPlan,
  nodeWith,
  router,
  simulatedPlans,
  sold,
  startLocking,
  triedLocks,
  usualLock,
  watches,
} from './lockHarness'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/simulate/simulatePlan', () => ({ simulatePlan: vi.fn() }))
vi.mock('@/lib/lock/codes', () => ({ codeOf: vi.fn() }))
vi.mock('@/lib/lock/lockCanary', () => ({ bites: vi.fn(), itemBites: vi.fn(), keepsTime: vi.fn() }))
vi.mock('@/lib/lock/hookCanary', () => ({ hooksBite: vi.fn(), inexactBy: vi.fn() }))
vi.mock('@/lib/lock/leftovers', () => ({ leftoversOf: vi.fn() }))

beforeEach(startLocking)

const plots: Address = '0x00000000000000000000000000000000000000C3'
/** A token that no batch here moves. */
const red: Address = '0x0000000000000000000000000000000000000111'

describe('the exact form', () => {
  const checkers = [router, enforcers.ERC20, enforcers.native].map((address) => ({
    address,
    code: codeHash,
  }))

  test('compares what the batch changes, and opens that ahead of it', async () => {
    const plan = newPlan()
    const seen = await locked(plan, { isExact: true })
    expect(seen.lock).toStrictEqual(usualLock({ checkers, isExact: true }))
    expect(seen.calls).toEqual([
      { status: 'succeeds', gas: '0x3' },
      { status: 'succeeds', gas: '0x4' },
    ])
    const [, whole] = simulatedPlans()
    expect(whole?.own).toEqual({ before: 3, behind: 4 })
    expect(whole?.calls.slice(3, 5)).toEqual(plan.calls)
    expect(whole?.calls.map(({ to }) => to)).toEqual([
      enforcers.native,
      enforcers.ERC20,
      enforcers.ERC20,
      ...plan.calls.map(({ to }) => to),
      enforcers.native,
      enforcers.ERC20,
      enforcers.ERC20,
      router,
    ])
    expect(vi.mocked(hooksBite).mock.calls).toEqual([
      [8453, alice, sold],
      [8453, alice, bought],
    ])
    expect(bites).not.toHaveBeenCalled()
  })

  test('pays no coin, though there is none', async () => {
    ends(() => ({ wei: '0x0' }))
    await locked(newPlan(), { isExact: true })
    expect(
      triedLocks()
        .flat()
        .filter(({ to }) => to === alice),
    ).toEqual([])
  })

  test('names those enforcers alone that there are', async () => {
    vi.mocked(codeOf).mockImplementation((_, address) =>
      Promise.resolve(address === enforcers.ERC20 ? null : codeHash),
    )
    const { lock } = await locked(newPlan(), { isExact: true })
    expect(lock?.checkers.map(({ address }) => address)).toEqual([router, enforcers.native])
  })

  test('does not hold a token that its hooks do not bite at, and counts a collection by the router', async () => {
    nodeWith({ [plots]: 4n })
    vi.mocked(hooksBite).mockResolvedValue(false)
    const asset = { standard: 'ERC721', address: plots, tokenId: '0x7' } as const
    ends(() => ({
      changes: [moves(sold, 'out', 1_000n), { asset, direction: 'out', amount: '0x1' }],
    }))
    const { lock } = await locked(newPlan(), { isExact: true })
    expect(lock?.holds.map((held) => held.asset.standard)).toEqual(['native', 'collection'])
    expect(vi.mocked(bites).mock.calls.map(([{ token }]) => token)).toEqual([plots])
  })

  test('has less room for what the user watches', async () => {
    await watches(red)
    ends(() => ({ gas: [numberToHex(399_999)] }))
    expect((await locked(newPlan(), { isExact: true })).lock?.left).toBe(1)
    ends(() => ({ gas: [numberToHex(400_000)] }))
    expect((await locked(newPlan(), { isExact: true })).lock).toMatchObject({
      left: 0,
      holds: [...usualLock().holds, { asset: { address: red } }],
    })
  })

  test.each(['network', 'touched'] as const)(
    'gives way to the usual one, which says so: %s',
    async (inexact) => {
      vi.mocked(inexactBy).mockResolvedValue(inexact)
      const plan = newPlan()
      expect((await locked(plan, { isExact: true })).lock).toStrictEqual(usualLock({ inexact }))
      expect(inexactBy).toHaveBeenCalledWith(plan)
    },
  )

  test('is asked for by nobody else', async () => {
    vi.mocked(inexactBy).mockResolvedValue('network')
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock())
    expect(inexactBy).not.toHaveBeenCalled()
  })
})
