import { numberToHex, pad, type Address, type Hex } from 'viem'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Call } from '@/lib/db'
import type { Change } from '@/lib/db/outcome'
import { hasTaken } from '@/lib/lock/operator'
import type { Plan } from '@/lib/simulate/plan'
import { run } from '@/lib/simulate/run'
import { alice, bob, stranger } from '../accounts'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/simulate/run', () => ({ run: vi.fn() }))
vi.mock('@/lib/network/gasCap', () => ({ gasCapOf: () => Promise.resolve(16_000_000) }))

const plots: Address = '0x00000000000000000000000000000000000070c3'

const give: Call = { to: plots, value: '0x0', data: `0xa22cb465${'00'.repeat(63)}01` }
const sell: Call = { to: stranger, value: '0x0', data: '0xab' }
const plan = { chainId: 31337, from: alice, calls: [give, sell], ahead: [] } as unknown as Plan

const gone = (tokenId: Hex, change: Partial<Change> = {}): Change => ({
  asset: { standard: 'ERC721', address: plots, tokenId },
  direction: 'out',
  amount: '0x1',
  ...change,
})

/** Has the batch without the right end so: whose the item is before and after it. */
const ends = (statuses: number[], before: Hex, after: Hex) =>
  vi.mocked(run).mockResolvedValue({
    results: statuses.map((status) => ({ status: numberToHex(status) })),
    before: [pad(before)],
    after: [pad(after)],
  } as unknown as Awaited<ReturnType<typeof run>>)

const taken = (changes: Change[], of: Partial<Plan> = {}) =>
  hasTaken({ ...plan, ...of }, { changes }, plots, 0)

beforeEach(() => {
  vi.mocked(run).mockReset()
  ends([1], alice, alice)
})

describe('an operator took an item', () => {
  test('that stays without the right', async () => {
    expect(await taken([gone('0x7')])).toBe(true)
    expect(vi.mocked(run).mock.calls[0]?.[1]).toMatchObject([{ to: stranger, data: '0xab' }])
  })

  test('where without the right a call fails', async () => {
    ends([0], alice, bob)
    expect(await taken([gone('0x7')])).toBe(true)
  })

  test('where without the right one of several calls fails', async () => {
    ends([1, 0], alice, bob)
    expect(await taken([gone('0x7')], { calls: [give, sell, sell] })).toBe(true)
  })

  test('of several, if one of them stays', async () => {
    vi.mocked(run).mockResolvedValue({
      results: [{ status: '0x1' }],
      before: [alice, alice].map((owner) => pad(owner)),
      after: [bob, alice].map((owner) => pad(owner)),
    } as unknown as Awaited<ReturnType<typeof run>>)
    expect(await taken([gone('0x7'), gone('0x8')])).toBe(true)
    // One read of each: whose it is.
    expect(vi.mocked(run).mock.calls[0]?.[2]).toHaveLength(2)
  })

  test('by calls that have their own gas, or the most that there is', async () => {
    await taken([gone('0x7')], { calls: [give, sell, { ...sell, gas: '0x5208' }] })
    const asked = vi.mocked(run).mock.calls[0]?.[1]
    expect(asked).toMatchObject([{ gas: '0xf42400' }, { gas: '0x5208' }])
  })

  test('whose ID is that of true: the call that gives the right names no item', async () => {
    expect(await taken([gone('0x1')])).toBe(true)
  })

  test('beside a deployment, which names no collection', async () => {
    const deploys: Call = { to: null, value: '0x0', data: `0x${pad('0x7').slice(2)}` }
    expect(await taken([gone('0x7')], { calls: [give, deploys, sell] })).toBe(true)
    expect(vi.mocked(run).mock.calls[0]?.[1]).toMatchObject([deploys, sell])
  })

  test('which another collection’s call names', async () => {
    const elsewhere: Call = { to: stranger, value: '0x0', data: `0xab${pad('0x7').slice(2)}` }
    expect(await taken([gone('0x7')], { calls: [give, elsewhere] })).toBe(true)
  })
})

describe('an operator took nothing', () => {
  test('that goes without the right, too', async () => {
    ends([1], alice, bob)
    expect(await taken([gone('0x7')])).toBe(false)
  })

  test('of several alike of which as many go without the right', async () => {
    ends([1], '0x5', '0x3')
    const asset = { standard: 'ERC1155', address: plots, tokenId: '0x7' } as const
    expect(await taken([gone('0x7', { asset, amount: '0x2' })])).toBe(false)
    ends([1], '0x5', '0x5')
    expect(await taken([gone('0x7', { asset, amount: '0x2' })])).toBe(true)
  })

  const named: Call = { to: plots, value: '0x0', data: `0x42842e0e${pad('0x7').slice(2)}` }

  test.each<[string, Change[], Partial<Plan>]>([
    ['where nothing left', [], {}],
    ['of what arrived', [gone('0x7', { direction: 'in' })], {}],
    [
      'of another collection',
      [gone('0x7', { asset: { standard: 'ERC721', address: bob, tokenId: '0x7' } })],
      {},
    ],
    ['of a token', [gone('0x7', { asset: { standard: 'ERC20', address: plots } })], {}],
    ['that a call to the collection names', [gone('0x7')], { calls: [give, named] }],
  ])('%s, and nothing is run', async (_, changes, of) => {
    expect(await taken(changes, of)).toBe(false)
    expect(run).not.toHaveBeenCalled()
  })
})
