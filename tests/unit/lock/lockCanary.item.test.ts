import { decodeFunctionData, type Address, type Hex } from 'viem'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HeldItem } from '@/lib/db/outcome'
import { codeOf } from '@/lib/lock/codes'
import { itemAbi, itemCall } from '@/lib/lock/itemCheck'
import { itemBites } from '@/lib/lock/lockCanary'
import { request } from '@/lib/network/node'
import { emptyDatabase } from '../database'
import { alice, bob, stranger as collection } from '../accounts'
import {
  ownFault,
  contractNode,
  refusesAnyCall,
  silent,
  takesAnyCall,
  unsaid,
  type ContractCode,
  type NodeCall,
} from './contractNode'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/network/node', () => ({ request: vi.fn() }))
vi.mock('@/lib/lock/codes', () => ({ codeOf: vi.fn() }))

const chainId = 31337
const plot: HeldItem = { standard: 'ERC721', address: collection, tokenId: '0x7' }
const stock: HeldItem = { standard: 'ERC1155', address: collection, tokenId: '0x8' }

let codes: Partial<Record<Address, Hex>>

const same = (one: Address | undefined, other: Address) =>
  one?.toLowerCase() === other.toLowerCase()

/** A collection as it is: what is sent has to be the sender's, and there. */
const honest =
  (owner: Address, amount = 1n): ContractCode =>
  (call) => {
    const { functionName, args } = decodeFunctionData({ abi: itemAbi, data: call.data })
    const least = functionName === 'transferFrom' ? 1n : args[3]
    return same(call.from, owner) && same(args[0], owner) && least <= amount
      ? '0x'
      : refusesAnyCall(call)
  }

const stand = (code: ContractCode) =>
  vi
    .mocked(request)
    .mockReset()
    .mockImplementation(contractNode({ [collection]: code, [bob]: code }))

const asked = () => vi.mocked(request).mock.calls.map(([, , params]) => params[0] as NodeCall)

const sentBy = (from: Address, item: HeldItem, least: bigint) => {
  const { to, data } = itemCall(alice, item, least)
  return { from, to, data }
}

beforeEach(async () => {
  await emptyDatabase()
  codes = { [collection]: '0x70c3' }
  vi.mocked(codeOf)
    .mockReset()
    .mockImplementation((_, address) => Promise.resolve(codes[address] ?? null))
  stand(honest(alice))
})

describe('the check of an item bites', () => {
  test('that passes for its owner, and reverts for somebody else', async () => {
    expect(await itemBites(chainId, alice, plot, 1n)).toBe(true)
    expect(vi.mocked(codeOf).mock.calls).toEqual([[chainId, collection]])
    const [good, bad] = asked()
    expect(asked()).toHaveLength(2)
    expect(good).toStrictEqual(sentBy(alice, plot, 1n))
    expect(bad).toStrictEqual(sentBy(bad?.from ?? alice, plot, 1n))
    expect(same(bad?.from, alice)).toBe(false)
  })

  test('that reverts for who does not have it', async () => {
    stand(honest(bob))
    expect(await itemBites(chainId, alice, plot, 0n)).toBe(true)
    expect(asked()).toStrictEqual([sentBy(alice, plot, 1n)])
  })

  test('that passes for as many as there are, and reverts for one more', async () => {
    stand(honest(alice, 5n))
    expect(await itemBites(chainId, alice, stock, 5n)).toBe(true)
    expect(asked()).toStrictEqual([sentBy(alice, stock, 5n), sentBy(alice, stock, 6n)])
  })

  test('that reverts for one where there is none', async () => {
    stand(honest(alice, 0n))
    expect(await itemBites(chainId, alice, stock, 0n)).toBe(true)
    expect(asked()).toStrictEqual([sentBy(alice, stock, 1n)])
  })
})

test.each<[string, ContractCode, HeldItem, bigint]>([
  ['anybody may send it', takesAnyCall, plot, 1n],
  ['nobody may send it', refusesAnyCall, plot, 1n],
  ['anybody may send what is another’s', takesAnyCall, plot, 0n],
  ['more may be sent than there are', takesAnyCall, stock, 5n],
  ['as many as there are may not be sent', honest(alice, 4n), stock, 5n],
  ['one may be sent where there is none', takesAnyCall, stock, 0n],
  ['the node does not say whether it may be sent', unsaid, plot, 0n],
  ['the wallet itself fails', ownFault, plot, 0n],
  [
    'the node does not say whether its owner may send it',
    (call) => (same(call.from, alice) ? unsaid(call) : refusesAnyCall(call)),
    plot,
    1n,
  ],
])('the check of an item does not bite where %s', async (_, code, item, had) => {
  stand(code)
  expect(await itemBites(chainId, alice, item, had)).toBe(false)
})

test('nothing bites of a collection that is not there, and nothing is asked', async () => {
  codes = {}
  expect(await itemBites(chainId, alice, plot, 1n)).toBe(false)
  expect(request).not.toHaveBeenCalled()
})

describe('what was found out of an item', () => {
  test('is kept, however many there are then', async () => {
    stand(honest(alice, 5n))
    expect(await itemBites(chainId, alice, stock, 5n)).toBe(true)
    stand(takesAnyCall)
    expect(await itemBites(chainId, alice, stock, 6n)).toBe(true)
    expect(request).not.toHaveBeenCalled()
  })

  test.each<[string, number, Address, HeldItem, bigint, Hex]>([
    ['another chain', 1, alice, stock, 5n, '0x70c3'],
    ['another account', chainId, bob, stock, 5n, '0x70c3'],
    ['another item', chainId, alice, { ...stock, tokenId: '0x9' }, 5n, '0x70c3'],
    ['another collection', chainId, alice, { ...stock, address: bob }, 5n, '0x70c3'],
    ['other code', chainId, alice, stock, 5n, '0x70c4'],
    ['the item once it is gone', chainId, alice, stock, 0n, '0x70c3'],
  ])('is not told of %s', async (_, chain, account, item, had, code) => {
    stand(honest(alice, 5n))
    expect(await itemBites(chainId, alice, stock, 5n)).toBe(true)
    codes = { [collection]: code, [bob]: code }
    stand(takesAnyCall)
    expect(await itemBites(chain, account, item, had)).toBe(false)
  })

  test('is nothing where the node does not answer, and the next time it is asked again', async () => {
    stand(silent)
    await expect(itemBites(chainId, alice, plot, 1n)).rejects.toMatchObject({ code: 4901 })
    stand(honest(alice))
    expect(await itemBites(chainId, alice, plot, 1n)).toBe(true)
  })
})
