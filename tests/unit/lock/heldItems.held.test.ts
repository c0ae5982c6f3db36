import { getAddress, numberToHex, type Address, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '@/lib/db'
import type { Allowance, Change, Held } from '@/lib/db/outcome'
import { heldItemsOf } from '@/lib/lock/heldItems'
import type { Plan, UnminedCalls } from '@/lib/simulate/plan'
import { executor } from '@/lib/delegate/executor'
import { encodeBalanceOf } from '@/lib/simulate/tokens'
import { alice, bob, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { readingNode, wordOf } from './readingNode'

beforeEach(emptyDatabase)

const plots = getAddress('0x00000000000000000000000000000000000000c3')
const stock = getAddress('0x00000000000000000000000000000000000000d4')

const item = (
  standard: 'ERC721' | 'ERC1155' | 'ERC6909',
  id: bigint,
  direction: Change['direction'],
  address: Address = standard === 'ERC721' ? plots : stock,
): Change => ({
  asset: { standard, address, tokenId: numberToHex(id) },
  direction,
  amount: '0x1',
})

const plotHeld = (id: bigint): Held => ({
  asset: { standard: 'ERC721', address: plots, tokenId: numberToHex(id) },
  had: '0x0',
})

const stockHeld = (id: bigint, had: bigint): Held => ({
  asset: { standard: 'ERC1155', address: stock, tokenId: numberToHex(id) },
  had: wordOf(had),
})

const countOf = (address: Address, had: bigint): Held => ({
  asset: { standard: 'collection', address },
  had: wordOf(had),
})

/** Returns a call whose data name the item. */
const naming = (id: bigint): Call => ({ to: bob, value: '0x0', data: wordOf(id) })

const waiting: UnminedCalls = { calls: [naming(1n)] }

type Asked = { calls?: Call[]; allowances?: Allowance[]; ahead?: UnminedCalls[] }

const heldOf = (changes: Change[], { calls = [], allowances = [], ahead = [] }: Asked = {}) => {
  const plan: Plan = {
    chainId: 8453,
    from: alice,
    calls,
    ahead,
    mode: 'atomic',
    delegate: executor,
    upgrade: false,
  }
  return heldItemsOf(plan, { changes, allowances })
}

/** Has the account own so many of all there is. */
const owning = (count: bigint) => readingNode(() => wordOf(count))

const approval = (change: Partial<Allowance> = {}): Allowance => ({
  standard: 'ERC721',
  token: plots,
  spender: bob,
  tokenId: '0x7',
  before: '0x0',
  left: '0x1',
  ...change,
})

describe('an item of ERC-721', () => {
  test('that arrives is held by its ID where a call names it, and its collection by the count', async () => {
    const { read } = owning(3n)
    expect(await heldOf([item('ERC721', 7n, 'in')], { calls: [naming(7n)] })).toEqual([
      plotHeld(7n),
      countOf(plots, 3n),
    ])
    expect(read).toMatchObject([
      { to: plots, input: encodeBalanceOf({ standard: 'ERC20' }, alice) },
    ])
  })

  test('that arrives and that no call names is held by the count alone', async () => {
    owning(3n)
    expect(await heldOf([item('ERC721', 7n, 'in')], { calls: [naming(8n)] })).toEqual([
      countOf(plots, 3n),
    ])
  })

  test('that leaves is held by the count alone', async () => {
    owning(3n)
    expect(await heldOf([item('ERC721', 7n, 'out')], { calls: [naming(7n)] })).toEqual([
      countOf(plots, 3n),
    ])
  })

  test('that is approved to somebody in the end is held by the count alone', async () => {
    owning(3n)
    const asked = {
      calls: [naming(7n)],
      allowances: [approval({ token: plots.toLowerCase() as Address })],
    }
    expect(await heldOf([item('ERC721', 7n, 'in')], asked)).toEqual([countOf(plots, 3n)])
  })

  test.each<[string, Allowance[]]>([
    ['an approval of which nothing is left', [approval({ left: '0x0' })]],
    ['an approval of another item', [approval({ tokenId: '0x8' })]],
    ['an approval in another collection', [approval({ token: stranger })]],
  ])('is held by its ID beside %s', async (_, allowances) => {
    owning(3n)
    const held = await heldOf([item('ERC721', 7n, 'in')], { calls: [naming(7n)], allowances })
    expect(held[0]).toEqual(plotHeld(7n))
  })

  test('and others of its collection are counted once', async () => {
    owning(3n)
    const small = plots.toLowerCase() as Address
    const changes = [item('ERC721', 7n, 'out'), item('ERC721', 8n, 'in', small)]
    expect(await heldOf(changes)).toEqual([countOf(plots, 3n)])
  })
})

describe('items of ERC-1155', () => {
  test.each(['in', 'out'] as const)('that go %s are held by how many there are', async (way) => {
    const { read } = owning(40n)
    const held = await heldOf([item('ERC1155', 8n, way)], { calls: [naming(8n)] })
    expect(held).toEqual([stockHeld(8n, 40n)])
    expect(read).toMatchObject([
      { to: stock, input: encodeBalanceOf({ standard: 'ERC1155', tokenId: '0x8' }, alice) },
    ])
  })

  test('that leave are held though no call names them, those that arrive are not', async () => {
    owning(40n)
    expect(await heldOf([item('ERC1155', 8n, 'out'), item('ERC1155', 9n, 'in')])).toEqual([
      stockHeld(8n, 40n),
    ])
  })

  test('are held also where somebody is approved for them', async () => {
    owning(40n)
    const allowances = [approval({ standard: 'ERC1155', token: stock, tokenId: '0x8' })]
    const asked = { calls: [naming(8n)], allowances }
    expect(await heldOf([item('ERC1155', 8n, 'in')], asked)).toEqual([stockHeld(8n, 40n)])
  })
})

test('coins, tokens and items of another standard are none', async () => {
  const { asked } = owning(1n)
  const changes: Change[] = [
    { asset: { standard: 'native' }, direction: 'out', amount: '0x1' },
    { asset: { standard: 'ERC20', address: stock }, direction: 'out', amount: '0x1' },
    item('ERC6909', 7n, 'out'),
  ]
  expect(await heldOf(changes)).toEqual([])
  expect(asked).toEqual([])
})

test('behind a batch that waits, only what arrives by its ID is held, and nothing is read', async () => {
  const { asked } = owning(3n)
  const changes = [item('ERC721', 7n, 'in'), item('ERC1155', 8n, 'out'), item('ERC721', 9n, 'out')]
  expect(await heldOf(changes, { calls: [naming(7n)], ahead: [waiting] })).toEqual([plotHeld(7n)])
  expect(asked).toEqual([])
})

test.each<[string, Hex | undefined]>([
  ['fails', undefined],
  ['has no data', '0x'],
  ['is too short', '0x07'],
  ['is too long', `${wordOf(7n)}00`],
])(
  'what is asked for a count and %s is not held, and what comes after it is',
  async (_, answer) => {
    readingNode((to) => (to === stock ? answer : wordOf(3n)))
    const changes = [item('ERC1155', 8n, 'out'), item('ERC721', 7n, 'out')]
    expect(await heldOf(changes)).toEqual([countOf(plots, 3n)])
  },
)

describe('of many', () => {
  const ids = Array.from({ length: 17 }, (_, index) => BigInt(index + 100))

  test('sixteen items are held, each of which takes a call', async () => {
    owning(3n)
    const held = await heldOf(
      ids.map((id) => item('ERC721', id, 'in')),
      { calls: ids.map(naming) },
    )
    expect(held).toEqual([...ids.slice(0, 16).map(plotHeld), countOf(plots, 3n)])
  })

  test('those that are not held at all take no room', async () => {
    owning(3n)
    const unnamed = ids.map((id) => item('ERC1155', id, 'in'))
    expect(await heldOf([...unnamed, item('ERC1155', 8n, 'out')])).toEqual([stockHeld(8n, 3n)])
    const tokens = ids.map((id): Change => ({
      asset: { standard: 'ERC20', address: numberToHex(id, { size: 20 }) },
      direction: 'out',
      amount: '0x1',
    }))
    expect(await heldOf([...tokens, item('ERC1155', 8n, 'out')])).toEqual([stockHeld(8n, 3n)])
  })

  test('sixteen collections are counted', async () => {
    owning(3n)
    const addresses = ids.map((id) => getAddress(numberToHex(id, { size: 20 })))
    const held = await heldOf(addresses.map((address) => item('ERC721', 1n, 'out', address)))
    expect(held).toEqual(addresses.slice(0, 16).map((address) => countOf(address, 3n)))
  })
})
