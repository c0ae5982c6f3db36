import { encodeFunctionData, erc20Abi, numberToHex, type Address } from 'viem'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Call } from '@/lib/db'
import type { Change } from '@/lib/db/outcome'
import { hooksBite } from '@/lib/lock/hookCanary'
import { leftoversOf } from '@/lib/lock/leftovers'
import { bites, itemBites } from '@/lib/lock/lockCanary'
import { alice, bob, stranger } from '../accounts'
import {
  bought,
  codeHash,
  demandsOf,
  ends,
  ether,
  has,
  hasCoin,
  locked,
  moves,
  newPlan,
  nodeWith,
  router,
  sold,
  startLocking,
  tokenOf,
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
const stock: Address = '0x00000000000000000000000000000000000000d4'

/** Three tokens that no batch here moves. */
const [red, green, blue] = [
  '0x0000000000000000000000000000000000000111',
  '0x0000000000000000000000000000000000000222',
  '0x0000000000000000000000000000000000000333',
] as const

describe('of what a batch moves', () => {
  test('a token whose balance was not read is not held, nor is it taken for another one of the user’s', async () => {
    await watches(bought)
    ends(() => ({ tokens: { [sold]: tokenOf(5_000n), [bought]: { symbol: 'B', decimals: 6 } } }))
    const { lock } = await locked(newPlan())
    expect(lock).toEqual(usualLock({ holds: [hasCoin(ether), has(sold, 5_000n)] }))
  })

  test('a token that nobody could describe is not held', async () => {
    ends(() => ({ tokens: { [sold]: tokenOf(5_000n) } }))
    expect((await locked(newPlan())).lock?.holds).toEqual([hasCoin(ether), has(sold, 5_000n)])
  })

  test('a token in small letters is found', async () => {
    const small = sold.toLowerCase() as Address
    ends(() => ({ changes: [moves(small, 'out', 1_000n)] }))
    expect((await locked(newPlan())).lock?.holds).toEqual([hasCoin(ether), has(small, 5_000n)])
  })

  test('items are held by their count, each as its contract has been tried', async () => {
    const item = { standard: 'ERC1155', address: stock, tokenId: '0x8' } as const
    const changes: Change[] = [
      { asset: item, direction: 'out', amount: '0x2' },
      {
        asset: { standard: 'ERC721', address: plots, tokenId: '0x7' },
        direction: 'out',
        amount: '0x1',
      },
      moves(sold, 'out', 1_000n),
    ]
    nodeWith({ [stock]: 9n, [plots]: 4n })
    ends(() => ({ changes }))
    const { lock } = await locked(newPlan())
    const nine = numberToHex(9n, { size: 32 })
    const four = numberToHex(4n, { size: 32 })
    expect(lock?.holds).toEqual([
      hasCoin(ether),
      has(sold, 5_000n),
      { asset: item, had: nine },
      { asset: { standard: 'collection', address: plots }, had: four },
    ])
    expect(itemBites).toHaveBeenCalledExactlyOnceWith(8453, alice, item, 9n)
    const place = { chainId: 8453, router, account: alice, code: codeHash }
    expect(vi.mocked(bites).mock.calls).toEqual([
      [{ ...place, token: sold }],
      [{ ...place, token: plots }],
    ])
    expect(hooksBite).not.toHaveBeenCalled()
  })

  test('an item that arrives by its ID is tried as one of ERC-721', async () => {
    const asset = { standard: 'ERC721', address: plots, tokenId: '0x7' } as const
    const calls: Call[] = [
      { to: plots, value: '0x0', data: numberToHex(7n, { size: 32 }) },
      { to: bob, value: '0x0', data: '0x' },
    ]
    ends(() => ({ changes: [{ asset, direction: 'in', amount: '0x1' }] }))
    await locked(newPlan({ calls }))
    expect(itemBites).toHaveBeenCalledExactlyOnceWith(8453, alice, asset, 0n)
  })

  test('an item and a token whose checks do not bite are not held', async () => {
    const item = { standard: 'ERC1155', address: stock, tokenId: '0x8' } as const
    ends(() => ({
      changes: [{ asset: item, direction: 'out', amount: '0x2' }, moves(sold, 'out', 1_000n)],
    }))
    vi.mocked(itemBites).mockResolvedValue(false)
    vi.mocked(bites).mockResolvedValue(false)
    expect((await locked(newPlan())).lock?.holds).toEqual([hasCoin(ether)])
  })

  test('amounts that the calls themselves set are kept with the balance', async () => {
    const transfer = (amount: bigint): Call => ({
      to: sold,
      value: '0x5',
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [stranger, amount],
      }),
    })
    ends(() => ({
      changes: [
        moves(sold, 'out', 1_000n),
        { asset: { standard: 'native' }, direction: 'out', amount: '0xa' },
      ],
    }))
    const calls = [transfer(400n), transfer(600n)]
    expect((await locked(newPlan({ calls }))).lock?.holds).toEqual([
      { ...hasCoin(ether), fixed: '0xa' },
      { ...has(sold, 5_000n), fixed: '0x3e8' },
    ])
    expect(demandsOf(triedLocks()[0]).leasts).toEqual([{ token: sold, least: 4_000n }])
  })
})

describe('what the user watches beside it', () => {
  test('is held for a tenth of the batch’s gas, and what is left out is counted', async () => {
    await watches(red, sold, green, blue)
    ends(() => ({ gas: [numberToHex(160_000)] }))
    const { lock } = await locked(newPlan())
    const five = numberToHex(5n, { size: 32 })
    expect(lock?.holds.slice(3)).toEqual([
      { ...has(red, 5n), had: five },
      { ...has(green, 5n), had: five },
    ])
    expect(lock?.left).toBe(1)
  })

  test('is not held where the gas is not known', async () => {
    await watches(red)
    ends(({ own }) => (own ? {} : { gas: [] }))
    expect((await locked(newPlan())).lock).toEqual(usualLock({ left: 1 }))
  })

  test('and whose check does not bite is counted as left out', async () => {
    await watches(red, green)
    vi.mocked(bites).mockImplementation(({ token }) => Promise.resolve(token !== red))
    const { lock } = await locked(newPlan())
    expect(lock?.holds.slice(3).map(({ asset }) => asset)).toEqual([
      { standard: 'ERC20', address: green },
    ])
    expect(lock?.left).toBe(1)
  })
})

describe('the user’s choice', () => {
  test('of a tolerance is kept in the lock, and allows for as much', async () => {
    const { lock } = await locked(newPlan(), { tolerance: 30 })
    expect(lock).toStrictEqual(usualLock({ tolerance: 30 }))
    expect(demandsOf(triedLocks()[0]).leasts).toEqual([
      { token: sold, least: 3_970n },
      { token: bought, least: 9_700n },
    ])
  })

  const reset = { standard: 'ERC20', token: sold, spender: bob } as const

  test('to take back what is left of allowances is the usual one', async () => {
    vi.mocked(leftoversOf).mockResolvedValue([reset])
    const plan = newPlan()
    expect((await locked(plan)).lock).toStrictEqual(usualLock({ resets: [reset] }))
    const [[asked, seen, read] = []] = vi.mocked(leftoversOf).mock.calls
    expect(asked).toBe(plan)
    expect(seen).toMatchObject({ verdict: 'succeeds' })
    expect(read?.({ to: bob, value: '0x0', data: '0x' }).kind).toBe('none')
  })

  test('to keep them leaves them, and nobody looks for any', async () => {
    vi.mocked(leftoversOf).mockResolvedValue([reset])
    expect((await locked(newPlan(), { keeps: true })).lock).toStrictEqual(usualLock())
    expect(leftoversOf).not.toHaveBeenCalled()
  })

  test('stands aside where nobody can tell what is left', async () => {
    vi.mocked(leftoversOf).mockRejectedValue(new Error('the node is silent'))
    expect((await locked(newPlan())).lock).toStrictEqual(usualLock())
  })
})
