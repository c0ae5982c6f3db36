import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bob, stranger } from '../accounts'
import {
  ends,
  leaves,
  locked,
  lockedAnew,
  newPlan,
  nodeWith,
  onceLocked,
  quotedAgain,
  sold,
  startLocking,
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

describe('a token that the user watches', () => {
  test('and that fell between two looks is left out from then on, also once it rose', async () => {
    const plan = newPlan()
    await watches(stranger)
    expect((await locked(plan)).lock).toMatchObject({ left: 0, holds: { length: 4 } })
    // The lock of the last look asks for more than there is now.
    let isFirst = true
    ends(({ own }) => {
      const isOld = own !== undefined && isFirst
      isFirst = false
      return isOld ? { verdict: 'fails' } : {}
    })
    nodeWith({ [stranger]: 4n })
    expect((await locked(plan)).lock).toStrictEqual(usualLock({ left: 1 }))
    isFirst = true
    nodeWith({ [stranger]: 9n })
    expect((await locked(plan)).lock).toStrictEqual(usualLock({ left: 1 }))
  })

  test.each([5n, 6n])('and of which there are now %i stays held', async (balance) => {
    const plan = newPlan()
    await watches(stranger, bob)
    await locked(plan)
    let isFirst = true
    ends(({ own }) => {
      const isOld = own !== undefined && isFirst
      isFirst = false
      return isOld ? { verdict: 'fails' } : {}
    })
    nodeWith({ [stranger]: balance, [bob]: 4n })
    const { lock } = await locked(plan)
    expect(lock?.holds.slice(3).map(({ asset }) => asset)).toEqual([
      { standard: 'ERC20', address: stranger },
    ])
    expect(lock?.left).toBe(1)
  })
})

describe('the locks of eight batches are kept', () => {
  test('and the one that was drawn first goes for a ninth', async () => {
    const plans = Array.from({ length: 8 }, () => newPlan())
    for (const plan of plans) await locked(plan)
    for (const plan of plans) expect((await quotedAgain(plan)).locks).toEqual(onceLocked)
    await locked(newPlan())
    for (const plan of plans.slice(1)) expect((await quotedAgain(plan)).locks).toEqual(onceLocked)
    expect((await quotedAgain(plans[0] ?? newPlan())).locks).toEqual([false, true])
  })

  test('of which one that was drawn anew counts as the last', async () => {
    const [first = newPlan(), second = newPlan(), ...others] = Array.from({ length: 8 }, () =>
      newPlan(),
    )
    for (const plan of [first, second, ...others]) await locked(plan)
    ends(({ calls, own }) => {
      const isNew = calls[0]?.data === first.calls[0]?.data || own !== undefined
      return isNew ? { allowances: [leaves(sold, '0x5')] } : {}
    })
    expect((await quotedAgain(first)).locks).toEqual(lockedAnew)
    ends(() => ({}))
    await locked(newPlan())
    expect((await quotedAgain(first)).locks).toEqual(onceLocked)
    expect((await quotedAgain(second)).locks).toEqual([false, true])
  })
})
