import type { Address } from 'viem'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fitsOneTransaction } from '@/lib/batch/size'
import type { Call } from '@/lib/db'
import type { Reset } from '@/lib/db/outcome'
import { executor } from '@/lib/delegate/executor'
import { isToEnforcer } from '@/lib/lock/hooks'
import { leftoversOf } from '@/lib/lock/leftovers'
import { keepsTime } from '@/lib/lock/lockCanary'
import { listed } from '../../chain/delegates'
import { bob, stranger } from '../accounts'
import {
  ends,
  locked,
  newPlan,
  sizedPlan,
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

const resetOn = (token: Address): Reset => ({ standard: 'ERC20', token, spender: bob })

const leaving = (...resets: Reset[]) => vi.mocked(leftoversOf).mockResolvedValue(resets)

/** The most bytes of data with which a batch fits into one transaction by itself. */
const fittingBytes = () => {
  let bytes = 128 * 1024 - 320
  while (!fitsOneTransaction(sizedPlan(bytes).calls)) bytes -= 32
  return bytes
}

describe('a batch that is too long for one transaction with its lock', () => {
  test('is not locked, and that is said', async () => {
    const seen = await locked(sizedPlan(fittingBytes()))
    expect(seen).toMatchObject({ verdict: 'succeeds', open: 'size' })
    expect(triedLocks()).toEqual([])
  })

  test('is measured as the account’s own delegate takes it', async () => {
    await locked(newPlan())
    const [locks = []] = triedLocks()
    const fits = (bytes: number, delegate: Address) =>
      fitsOneTransaction([...sizedPlan(bytes).calls, ...locks], delegate)
    let bytes = fittingBytes()
    while (!fits(bytes, executor)) bytes -= 32
    // Another one wraps the calls once more.
    expect(fits(bytes, listed.metaMask)).toBe(false)
    expect((await locked({ ...sizedPlan(bytes), delegate: executor })).open).toBeUndefined()
    expect((await locked({ ...sizedPlan(bytes), delegate: listed.metaMask })).open).toBe('size')
  })

  test('is locked without what it would take back where it fits so', async () => {
    leaving(resetOn(sold), resetOn(stranger))
    const bytes = fittingBytes()
    const roomFor = async (room: number) => {
      triedLocks()
      const { lock, open } = await locked(sizedPlan(bytes - room))
      return { open, resets: lock?.resets?.length ?? 0 }
    }
    const found = []
    for (let room = 0; room < 2_000; room += 320) found.push(await roomFor(room))
    const kinds = found.map(({ open, resets }) => open ?? resets)
    // First nothing fits, then all but resets, then both of them.
    expect([...new Set(kinds)]).toEqual(['size', 0, 2])
  })

  test('and then fails with what fits is said to fail', async () => {
    leaving(resetOn(sold))
    const bytes = fittingBytes()
    ends(({ own }) => ({ verdict: own ? 'fails' : 'succeeds' }))
    const reasons = []
    for (let room = 0; room < 2_000; room += 320)
      reasons.push((await locked(sizedPlan(bytes - room))).open)
    expect([...new Set(reasons)]).toEqual(['size', 'fails'])
  })
})

describe('the exact form', () => {
  test.each<[string, (locks: readonly Call[]) => boolean, object]>([
    ['fails', (locks) => locks.some(isToEnforcer), { lock: usualLock({ inexact: 'fails' }) }],
    ['fails, as the usual one does,', (locks) => locks.length > 0, { open: 'fails' }],
  ])('that %s gives way to the usual one', async (_, isFailing, expected) => {
    ends((_plan, locks) => ({ verdict: isFailing(locks) ? 'fails' : 'succeeds' }))
    expect(await locked(newPlan(), { isExact: true })).toMatchObject(expected)
    expect(triedLocks().map((locks) => locks.some(isToEnforcer))).toEqual([true, false])
  })

  test('that is too long gives way to the usual one', async () => {
    const seen = await locked(sizedPlan(fittingBytes() - 2_000), { isExact: true })
    expect(seen.lock).toStrictEqual(usualLock({ inexact: 'fails' }))
  })

  test('gives way with all else that the user chose', async () => {
    leaving(resetOn(sold))
    ends((_, locks) => ({ verdict: locks.some(isToEnforcer) ? 'fails' : 'succeeds' }))
    const { lock } = await locked(newPlan(), { isExact: true, tolerance: 30, keeps: true })
    expect(lock).toStrictEqual(usualLock({ inexact: 'fails', tolerance: 30 }))
  })

  test('that no network checks is not tried in the usual form', async () => {
    vi.mocked(keepsTime).mockResolvedValue(false)
    expect(await locked(newPlan(), { isExact: true })).toMatchObject({ open: 'network' })
    expect(keepsTime).toHaveBeenCalledOnce()
  })

  test('is tried once where it works, and the usual one once where nobody asked for the exact', async () => {
    expect((await locked(newPlan(), { isExact: true })).lock?.isExact).toBe(true)
    ends(({ own }) => ({ verdict: own ? 'fails' : 'succeeds' }))
    triedLocks()
    await locked(newPlan())
    expect(triedLocks()).toHaveLength(1)
  })
})
