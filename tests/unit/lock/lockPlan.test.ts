import { numberToHex } from 'viem'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeBatch } from '@/lib/delegate/encode'
import { executor } from '@/lib/delegate/executor'
import { codeOf } from '@/lib/lock/codes'
import { leftoversOf } from '@/lib/lock/leftovers'
import { keepsTime } from '@/lib/lock/lockCanary'
import type { Plan } from '@/lib/simulate/plan'
import { simulatePlan } from '@/lib/simulate/simulatePlan'
import { alice, bob } from '../accounts'
import {
  bought,
  codeHash,
  demandsOf,
  ends,
  endsWithoutCoin,
  ether,
  has,
  locked,
  newPlan,
  nodeWith,
  pricing,
  router,
  simulatedPlans,
  sold,
  startLocking,
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
afterEach(() => {
  vi.useRealTimers()
})

/** Returns what fees may take of the coin: twice 2 wei for its gas, and for that of a lock of three balances. */
const feesOf = (gas: bigint) => 4n * (gas + 280_000n)

describe('a batch with its lock', () => {
  test('is simulated alone, then as the very transaction, and told without the calls of the lock', async () => {
    const plan = newPlan()
    const seen = await locked(plan)
    expect(seen.open).toBeUndefined()
    expect(seen.lock).toStrictEqual(usualLock())
    expect(seen.calls.map(({ status }) => status)).toEqual(['succeeds', 'succeeds'])
    expect(vi.mocked(simulatePlan).mock.calls.map(([, prices]) => prices)).toEqual([
      pricing,
      pricing,
    ])
    const [alone, whole] = simulatedPlans()
    expect(alone).toBe(plan)
    expect(whole).toStrictEqual({
      ...plan,
      calls: [...plan.calls, ...(whole?.calls.slice(2) ?? [])],
      own: { before: 0, behind: 2 },
    })
  })

  test('pays the coin to the account, less what fees may take, and asks for the tokens', async () => {
    await locked(newPlan())
    const [locks] = triedLocks()
    expect(locks?.map(({ to }) => to)).toEqual([alice, router])
    expect(demandsOf(locks)).toMatchObject({
      pays: [ether - feesOf(200_000n)],
      leasts: [
        { token: sold, least: 3_995n },
        { token: bought, least: 9_950n },
      ],
    })
  })

  test('counts no gas where the simulation tells of none', async () => {
    ends(({ own }) => (own ? {} : { gas: [] }))
    await locked(newPlan())
    expect(demandsOf(triedLocks()[0]).pays).toEqual([ether - feesOf(0n)])
  })

  test('counts the gas of what it takes back, too', async () => {
    vi.mocked(leftoversOf).mockResolvedValue([{ standard: 'ERC20', token: sold, spender: bob }])
    await locked(newPlan())
    const [locks] = triedLocks()
    expect(locks?.map(({ to }) => to)).toEqual([sold, alice, router])
    expect(demandsOf(locks).pays).toEqual([ether - feesOf(260_000n)])
  })

  test.each([
    [0, 480],
    [239, 480],
    [240, 720],
    [1_000, 1_440],
  ])(
    'has a deadline at second %i that lies eight minutes ahead at most: %i',
    async (now, until) => {
      vi.setSystemTime(1_680_000_000_000 + now * 1000)
      await locked(newPlan())
      expect(demandsOf(triedLocks()[0]).until).toBe(1_680_000_000 + until)
    },
  )

  test('costs the L1 fee of all of its calls', async () => {
    const node = nodeWith({}, '0x7d0')
    const seen = await locked(newPlan())
    expect(seen.lock?.l1Fee).toBe('0x7d0')
    const [, whole] = simulatedPlans()
    const [call] = node.asked.filter(({ method }) => method === 'eth_call')
    expect(JSON.stringify(call?.params)).toContain(
      encodeBatch(whole?.calls ?? [], executor).slice(2),
    )
  })

  test('pays one wei in the rehearsal where fees may leave nothing of the coin, ahead of what only reads', async () => {
    vi.mocked(leftoversOf).mockResolvedValue([
      { standard: 'ERC20', token: sold, spender: bob },
      { standard: 'ERC20', token: bought, spender: bob },
    ])
    ends(() => ({ wei: '0x64' }))
    const seen = await locked(newPlan())
    const [locks] = triedLocks()
    expect(locks?.map(({ to }) => to)).toEqual([sold, bought, alice, router])
    expect(locks?.[2]).toEqual({ to: alice, value: '0x1', data: '0x' })
    expect(seen.lock?.holds).toContainEqual({ asset: { standard: 'native' }, had: '0x64' })
  })

  test('pays nothing where the coin was not read', async () => {
    endsWithoutCoin()
    const seen = await locked(newPlan())
    expect(triedLocks().map((locks) => locks.map(({ to }) => to))).toEqual([[router]])
    expect(seen.lock?.holds).toEqual([has(sold, 5_000n), has(bought, 0n)])
  })
})

describe('a batch whose gas somebody else pays', () => {
  test('pays all of the coin to the account, and has no L1 fee', async () => {
    const node = nodeWith()
    const seen = await locked(newPlan({ caller: bob }))
    expect(demandsOf(triedLocks()[0]).pays).toEqual([ether])
    expect(seen.lock?.l1Fee).toBe('0x0')
    expect(node.asked.map(({ method }) => method)).not.toContain('eth_call')
  })

  test('pays not one wei for an account that has none', async () => {
    ends(() => ({ wei: '0x0' }))
    await locked(newPlan({ caller: bob }))
    expect(triedLocks().map((locks) => locks.map(({ to }) => to))).toEqual([[router]])
  })
})

describe('nothing is locked, and it is said why,', () => {
  const modes: [Plan['mode'], { isOff?: true }, string | undefined][] = [
    ['sequence', {}, 'order'],
    ['sequence', { isOff: true }, 'order'],
    ['one', {}, undefined],
    ['one', { isOff: true }, 'off'],
    ['atomic', { isOff: true }, 'off'],
  ]
  test.each(modes)('of a batch in the mode %s with the choice %j', async (mode, choice, open) => {
    const plan = newPlan({ mode })
    const seen = await locked(plan, choice)
    expect(seen).toMatchObject({ verdict: 'succeeds', gas: [numberToHex(200_000)] })
    expect(seen.open).toBe(open)
    expect('open' in seen).toBe(open !== undefined)
    expect(seen.lock).toBeUndefined()
    expect(vi.mocked(simulatePlan).mock.calls).toEqual([[plan, pricing]])
  })

  test.each(['fails', 'unknown'] as const)('of one that %s by itself', async (verdict) => {
    ends(() => ({ verdict }))
    const seen = await locked(newPlan())
    expect(seen).toMatchObject({ verdict, open: 'unseen' })
    expect(seen.lock).toBeUndefined()
    expect(simulatedPlans()).toHaveLength(1)
    expect(leftoversOf).not.toHaveBeenCalled()
  })

  test('of one that moves nothing whose balance was read', async () => {
    endsWithoutCoin({ changes: [] })
    expect(await locked(newPlan())).toMatchObject({ open: 'unseen' })
    expect(simulatedPlans()).toHaveLength(1)
  })

  test('where no router is known, and nothing is asked', async () => {
    const node = nodeWith()
    expect(await locked(newPlan({ chainId: 12_345 }))).toMatchObject({ open: 'network' })
    expect(leftoversOf).not.toHaveBeenCalled()
    expect(codeOf).not.toHaveBeenCalled()
    expect(node.asked).toEqual([])
  })

  test('where the router has no code, and it is not tried', async () => {
    vi.mocked(codeOf).mockResolvedValue(null)
    expect(await locked(newPlan())).toMatchObject({ open: 'network' })
    expect(keepsTime).not.toHaveBeenCalled()
  })

  test('where the router keeps to no deadline', async () => {
    vi.mocked(keepsTime).mockResolvedValue(false)
    const seen = await locked(newPlan())
    expect(seen).toMatchObject({ verdict: 'succeeds', open: 'network' })
    expect(seen.lock).toBeUndefined()
    expect(keepsTime).toHaveBeenCalledWith({
      chainId: 8453,
      router,
      code: codeHash,
      account: alice,
    })
    expect(simulatedPlans()).toHaveLength(1)
  })

  test('where the node does not answer what is asked for a lock', async () => {
    vi.mocked(codeOf).mockRejectedValue(new Error('the node is silent'))
    expect(await locked(newPlan())).toMatchObject({ verdict: 'succeeds', open: 'network' })
  })

  test.each(['fails', 'unknown'] as const)('of one that %s with the lock', async (verdict) => {
    ends(({ own }) => (own ? { verdict, gas: ['0x1'] } : {}))
    const seen = await locked(newPlan())
    expect(seen).toMatchObject({ verdict: 'succeeds', open: 'fails', gas: [numberToHex(200_000)] })
    expect(seen.lock).toBeUndefined()
    expect(simulatedPlans()).toHaveLength(2)
  })

  test.each([
    [16_777_216, undefined],
    [16_777_217, 'fails'],
  ])('of one that takes %i gas with the lock', async (gas, open) => {
    ends(({ own }) => (own ? { gas: [numberToHex(gas)] } : {}))
    expect((await locked(newPlan())).open).toBe(open)
  })
})
