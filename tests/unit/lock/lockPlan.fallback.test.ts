import { getAddress, numberToHex, type Address } from 'viem'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Call } from '@/lib/db'
import type { Allowance, Reset } from '@/lib/db/outcome'
import { isToEnforcer } from '@/lib/lock/hooks'
import { leftoversOf } from '@/lib/lock/leftovers'
import { itemIn, resetIn } from '@/lib/lock/lockReading'
import { bob, stranger } from '../accounts'
import {
  bought,
  ends,
  leaves,
  locked,
  moves,
  newPlan,
  nodeWith,
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

const stock = getAddress('0x00000000000000000000000000000000000000d4')

const resetOn = (token: Address): Reset => ({ standard: 'ERC20', token, spender: bob })

const leaving = (...resets: Reset[]) => vi.mocked(leftoversOf).mockResolvedValue(resets)

/** Names what is tried of a lock: the tokens whose allowances it takes back, and its items. */
const triedParts = () =>
  triedLocks().map((locks) =>
    locks.flatMap((lock) => {
      if (isToEnforcer(lock)) return []
      if (itemIn(lock)) return ['item']
      return resetIn(lock) ? [`reset ${lock.to}`] : []
    }),
  )

const isItem = (lock: Call) => itemIn(lock) !== undefined

/** Has the batch also give away two items, of which the account has nine. */
const givingItems = (verdictOf: (locks: readonly Call[]) => 'succeeds' | 'fails') => {
  nodeWith({ [stock]: 9n })
  const asset = { standard: 'ERC1155', address: stock, tokenId: '0x8' } as const
  ends((_, locks) => ({
    verdict: verdictOf(locks),
    changes: [
      moves(sold, 'out', 1_000n),
      moves(bought, 'in', 10_000n),
      { asset, direction: 'out', amount: '0x2' },
    ],
  }))
}

describe('where a batch fails with the check of an item', () => {
  test('all else is locked', async () => {
    givingItems((locks) => (locks.some(isItem) ? 'fails' : 'succeeds'))
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock())
    expect(triedParts()).toEqual([['item'], []])
  })

  test('as it does without, nothing is', async () => {
    givingItems((locks) => (locks.length > 0 ? 'fails' : 'succeeds'))
    const seen = await locked(newPlan())
    expect(seen).toMatchObject({ verdict: 'succeeds', open: 'fails' })
    expect(triedParts()).toEqual([['item'], []])
  })

  test('and a reset, the reset is given up only where it fails as well', async () => {
    leaving(resetOn(sold))
    givingItems((locks) => (locks.some(isItem) ? 'fails' : 'succeeds'))
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock({ resets: [resetOn(sold)] }))
    givingItems((locks) =>
      locks.some(isItem) || locks.some((lock) => resetIn(lock)) ? 'fails' : 'succeeds',
    )
    triedLocks()
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock())
    expect(triedParts()).toEqual([[`reset ${sold}`, 'item'], [`reset ${sold}`], []])
  })

  test('which it does not, the item stays held', async () => {
    givingItems(() => 'succeeds')
    expect((await locked(newPlan())).lock?.holds).toHaveLength(4)
    expect(triedParts()).toEqual([['item']])
  })
})

test('where a batch fails with the check of an item of ERC-721, its collection is counted', async () => {
  nodeWith({ [stock]: 3n })
  const asset = { standard: 'ERC721', address: stock, tokenId: '0x7' } as const
  const calls: Call[] = [
    { to: stock, value: '0x0', data: numberToHex(7n, { size: 32 }) },
    { to: bob, value: '0x0', data: '0x' },
  ]
  ends((_, locks) => ({
    verdict: locks.some(isItem) ? 'fails' : 'succeeds',
    changes: [{ asset, direction: 'in', amount: '0x1' }],
  }))
  const { lock } = await locked(newPlan({ calls }))
  expect(lock?.holds.map((held) => held.asset.standard)).toEqual(['native', 'collection'])
  expect(triedParts()).toEqual([['item'], []])
})

describe('where a batch fails with what it takes back', () => {
  /** Has a batch fail whose locks take back an allowance of one of these tokens. */
  const failsAt = (...tokens: Address[]) =>
    ends((_, locks) => ({
      verdict: locks.some((lock) => resetIn(lock) && tokens.some((token) => token === lock.to))
        ? 'fails'
        : 'succeeds',
    }))

  test('one allowance stays, and the rest is locked', async () => {
    leaving(resetOn(sold))
    failsAt(sold)
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock())
    expect(triedParts()).toEqual([[`reset ${sold}`], []])
  })

  test('those are taken back that can be, each tried by itself', async () => {
    leaving(resetOn(sold), resetOn(stranger), resetOn(bought))
    failsAt(stranger)
    expect((await locked(newPlan())).lock).toStrictEqual(
      usualLock({ resets: [resetOn(sold), resetOn(bought)] }),
    )
    expect(triedParts()).toEqual([
      [`reset ${sold}`, `reset ${stranger}`, `reset ${bought}`],
      [`reset ${sold}`],
      [`reset ${stranger}`],
      [`reset ${bought}`],
      [`reset ${sold}`, `reset ${bought}`],
    ])
  })

  test('and none works, none is taken back', async () => {
    leaving(resetOn(sold), resetOn(stranger))
    failsAt(sold, stranger)
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock())
    expect(triedParts()).toEqual([
      [`reset ${sold}`, `reset ${stranger}`],
      [`reset ${sold}`],
      [`reset ${stranger}`],
      [],
    ])
  })

  test('and with the rest as well, nothing is locked', async () => {
    leaving(resetOn(sold))
    ends(({ own }) => ({ verdict: own ? 'fails' : 'succeeds' }))
    expect(await locked(newPlan())).toMatchObject({ open: 'fails' })
    expect(triedParts()).toEqual([[`reset ${sold}`], []])
  })

  test('items are not tried again with each', async () => {
    leaving(resetOn(sold), resetOn(stranger))
    givingItems((locks) => (locks.some((lock) => lock.to === stranger) ? 'fails' : 'succeeds'))
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock({ resets: [resetOn(sold)] }))
    expect(triedParts().slice(2)).toEqual([
      [`reset ${sold}`],
      [`reset ${stranger}`],
      [`reset ${sold}`],
    ])
  })
})

describe('a reset that leaves something', () => {
  const all = (standard: Allowance['standard'], left: Allowance['left']): Allowance => ({
    ...leaves(stock, left),
    standard,
  })

  test('is none, and the lock has none', async () => {
    leaving(resetOn(sold))
    ends(() => ({ allowances: [leaves(sold, '0x5')] }))
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock())
  })

  test('of another token, which it gives, is none', async () => {
    leaving(resetOn(sold))
    ends((_, locks) => ({
      allowances: locks.some((lock) => resetIn(lock))
        ? [leaves(bought, '0x1')]
        : [leaves(sold, '0x5')],
    }))
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock())
  })

  test('of another token, which was to stay, is one', async () => {
    leaving(resetOn(sold))
    ends(({ own }) => ({ allowances: [leaves(bought, '0x1'), leaves(sold, own ? '0x0' : '0x5')] }))
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock({ resets: [resetOn(sold)] }))
  })

  test.each(['ERC721', 'ERC1155'] as const)(
    'of a collection of %s is none, and one that leaves nothing is',
    async (standard) => {
      const reset: Reset = { standard: 'collection', token: stock, spender: bob }
      leaving(reset)
      ends(() => ({ allowances: [all(standard, 'all')] }))
      expect((await locked(newPlan())).lock).toStrictEqual(usualLock())
      ends(({ own }) => ({ allowances: [all(standard, own ? '0x0' : 'all')] }))
      expect((await locked(newPlan())).lock).toStrictEqual(usualLock({ resets: [reset] }))
    },
  )

  test('is of one standard: what Permit2 keeps is not what the token keeps', async () => {
    const reset: Reset = { standard: 'Permit2', token: sold, spender: bob }
    leaving(reset)
    const kept: Allowance = { ...leaves(sold, '0x5'), standard: 'Permit2' }
    ends(({ own }) => ({ allowances: own ? [leaves(sold, '0x9')] : [kept, leaves(sold, '0x9')] }))
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock({ resets: [reset] }))
    ends(() => ({ allowances: [kept, leaves(sold, '0x9')] }))
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock())
  })

  test('matters to no lock without resets', async () => {
    ends(({ own }) => ({ allowances: own ? [leaves(sold, '0x5')] : [] }))
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock())
  })
})
