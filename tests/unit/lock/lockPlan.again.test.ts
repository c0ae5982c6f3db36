import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { codeOf } from '@/lib/lock/codes'
import { inexactBy } from '@/lib/lock/hookCanary'
import { leftoversOf } from '@/lib/lock/leftovers'
import { bites, keepsTime } from '@/lib/lock/lockCanary'
import { bob, stranger } from '../accounts'
import {
  bought,
  demandsOf,
  ends,
  ether,
  has,
  hasCoin,
  leaves,
  locked,
  lockedAnew,
  moves,
  newPlan,
  onceLocked,
  quotedAgain,
  simulatedPlans,
  sold,
  startLocking,
  tokenOf,
  triedLocks,
  usualLock,
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

describe('the next quote of a batch', () => {
  test('takes one simulation, with the lock of the last one', async () => {
    const plan = newPlan()
    await locked(plan)
    const [before] = triedLocks()
    const seen = await locked(plan)
    expect(seen.lock).toStrictEqual(usualLock())
    expect(triedLocks()).toEqual([before])
    expect((await quotedAgain(plan)).locks).toEqual(onceLocked)
  })

  test('is told the balances of now, though amounts stay as they were drawn', async () => {
    const plan = newPlan()
    await locked(plan)
    ends(() => ({ wei: '0x64', tokens: { [sold]: tokenOf(7_000n), [bought]: tokenOf(1n) } }))
    simulatedPlans()
    const { lock } = await locked(plan)
    expect(lock?.holds).toEqual([hasCoin(100n), has(sold, 7_000n), has(bought, 1n)])
    expect(demandsOf(triedLocks()[0]).leasts).toEqual([
      { token: sold, least: 3_995n },
      { token: bought, least: 9_950n },
    ])
  })

  test('is another one where the user chose otherwise', async () => {
    const plan = newPlan()
    await locked(plan)
    expect((await quotedAgain(plan, { tolerance: 10 })).locks).toEqual([false, true])
    expect((await quotedAgain(plan, { tolerance: 10 })).locks).toEqual(onceLocked)
    expect((await quotedAgain(plan)).locks).toEqual(onceLocked)
  })

  test('is drawn anew where the batch is another one', async () => {
    const plan = newPlan()
    await locked(plan)
    expect((await quotedAgain({ ...plan, upgrade: true })).locks).toEqual([false, true])
  })

  test.each([
    ['has no code any more', () => vi.mocked(codeOf).mockResolvedValue(null)],
    ['keeps to no deadline any more', () => vi.mocked(keepsTime).mockResolvedValue(false)],
    ['cannot be asked', () => vi.mocked(codeOf).mockRejectedValue(new Error('silent'))],
  ])('has no lock where the router %s, and simulates none', async (_, turn) => {
    const plan = newPlan()
    await locked(plan)
    turn()
    const { seen, locks } = await quotedAgain(plan)
    expect(seen.open).toBe('network')
    expect(locks).toEqual([false])
  })

  test('holds a token no longer whose check does not bite any more', async () => {
    const plan = newPlan()
    await locked(plan)
    vi.mocked(bites).mockImplementation(({ token }) => Promise.resolve(token !== sold))
    const { seen, locks } = await quotedAgain(plan)
    expect(locks).toEqual([false, true])
    expect(seen.lock?.holds).toEqual([hasCoin(ether), has(bought, 0n)])
  })

  test.each(['fails', 'unknown'] as const)(
    'is drawn anew where the batch with its old lock %s',
    async (verdict) => {
      const plan = newPlan()
      await locked(plan)
      let isFirst = true
      ends(({ own }) => {
        const isOld = own !== undefined && isFirst
        isFirst = false
        return isOld ? { verdict } : {}
      })
      const { seen, locks } = await quotedAgain(plan)
      expect(locks).toEqual(lockedAnew)
      expect(seen.lock).toStrictEqual(usualLock())
    },
  )

  test('is drawn anew where a token moves that the lock does not hold', async () => {
    const plan = newPlan()
    await locked(plan)
    const changes = [
      moves(sold, 'out', 1_000n),
      moves(bought, 'in', 10_000n),
      moves(stranger, 'out', 1n),
    ]
    const tokens = { [sold]: tokenOf(5_000n), [bought]: tokenOf(0n), [stranger]: tokenOf(3n) }
    ends(() => ({ changes, tokens }))
    const { seen, locks } = await quotedAgain(plan)
    expect(locks).toEqual(lockedAnew)
    expect(seen.lock?.holds).toContainEqual(has(stranger, 3n))
    expect((await quotedAgain(plan)).locks).toEqual(onceLocked)
  })

  test('is not where an item or the coin moves', async () => {
    const plan = newPlan()
    await locked(plan)
    const asset = { standard: 'ERC721', address: stranger, tokenId: '0x7' } as const
    ends(() => ({
      changes: [
        moves(sold, 'out', 1_000n),
        { asset, direction: 'in', amount: '0x1' },
        { asset: { standard: 'native' }, direction: 'out', amount: '0x1' },
      ],
    }))
    expect((await quotedAgain(plan)).locks).toEqual(onceLocked)
  })
})

describe('allowances that a batch leaves', () => {
  const reset = { standard: 'ERC20', token: sold, spender: bob } as const

  test('where they were left when the lock was drawn do not draw it anew', async () => {
    const plan = newPlan()
    ends(() => ({ allowances: [leaves(sold, '0x5'), leaves(bought, '0x0')] }))
    await locked(plan)
    expect((await quotedAgain(plan)).locks).toEqual(onceLocked)
    ends(() => ({ allowances: [leaves(sold, 'all')] }))
    expect((await quotedAgain(plan)).locks).toEqual(onceLocked)
  })

  test('where they are new do', async () => {
    const plan = newPlan()
    await locked(plan)
    ends(() => ({ allowances: [leaves(sold, '0x5')] }))
    expect((await quotedAgain(plan)).locks).toEqual(lockedAnew)
  })

  test('where they were taken back and are left now do', async () => {
    const plan = newPlan()
    vi.mocked(leftoversOf).mockResolvedValue([reset])
    ends(({ own }) => ({ allowances: [leaves(sold, own ? '0x0' : '0x5')] }))
    expect((await locked(plan)).lock?.resets).toEqual([reset])
    expect((await quotedAgain(plan)).locks).toEqual(onceLocked)
    vi.mocked(leftoversOf).mockResolvedValue([])
    ends(() => ({ allowances: [leaves(sold, '0x5')] }))
    const { seen, locks } = await quotedAgain(plan)
    expect(locks).toEqual(lockedAnew)
    expect(seen.lock).toStrictEqual(usualLock())
  })
})

describe('the exact form of the last quote', () => {
  test('is kept while it bites', async () => {
    const plan = newPlan()
    await locked(plan, { isExact: true })
    expect((await quotedAgain(plan, { isExact: true })).locks).toEqual(onceLocked)
  })

  test('is left where nothing compares any more, and taken up where something does', async () => {
    const plan = newPlan()
    await locked(plan, { isExact: true })
    vi.mocked(inexactBy).mockResolvedValue('network')
    const left = await quotedAgain(plan, { isExact: true })
    expect(left.locks).toEqual([false, true])
    expect(left.seen.lock).toStrictEqual(usualLock({ inexact: 'network' }))
    expect((await quotedAgain(plan, { isExact: true })).locks).toEqual(onceLocked)
    vi.mocked(inexactBy).mockResolvedValue(undefined)
    const taken = await quotedAgain(plan, { isExact: true })
    expect(taken.locks).toEqual([false, true])
    expect(taken.seen.lock).toMatchObject({ isExact: true })
  })
})
