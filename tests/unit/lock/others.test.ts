import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getAddress, type Address } from 'viem'
import { journal, type Call } from '@/lib/db'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { universalRouter } from '../../chain/router'
import { rpc } from '../../chain/rpc'
import { chainId, openBed, unit, type Bed } from '../../lock/lockBed'
import { alice, bob } from '../accounts'

let bed: Bed
let snapshot: unknown
beforeAll(async () => {
  bed = await openBed(0)
  snapshot = await rpc(bed.url, 'evm_snapshot')
})
afterAll(() => bed.stop())
beforeEach(async () => {
  await rpc(bed.url, 'evm_revert', [snapshot])
  snapshot = await rpc(bed.url, 'evm_snapshot')
  await bed.reset()
})

/** A token that the user watches, of which the account has so much. */
const watched = async (amount: bigint): Promise<Address> => {
  const token = getAddress(await bed.deploy('KindToken', 0))
  await bed.tell('KindToken', token, 'mint', [alice, amount])
  const key = `${chainId}:${token}`
  await journal.assets.put({ key, chainId, address: token, standard: 'ERC20', addedAt: 1 })
  return token
}

/** Coin for tokens; no two tests pay the same, as what was found out of a batch is kept. */
const bought = (wei: bigint): Call[] => [
  bed.call('Shop', bed.places.shop, 'buy', [bed.places.token, 200n * unit], wei),
  { to: bob, value: '0x1', data: '0x' },
]

/** Balances held of tokens that the batch does not move, and how many are said to be left out. */
const quoted = async (calls: Call[]) => {
  const quote = await quoteBatch({ from: alice, chainId, calls, atomicRequired: true }, 'atomic')
  const { holds = [], left } = quote.lock ?? {}
  const moved = [bed.places.token.toLowerCase(), undefined]
  return {
    left,
    others: holds
      .map(({ asset }) => ('address' in asset ? asset.address : undefined))
      .filter((address) => !moved.includes(address?.toLowerCase())),
  }
}

test('tokens for which the batch is too small are said to be left out', async () => {
  await watched(5n)
  await watched(5n)
  const { others, left } = await quoted(bought(1_001n))
  expect(others.length).toBeGreaterThan(0)
  expect(others.length + (left ?? 0)).toBe(3)
  expect(left).toBeGreaterThan(0)
})

test('tokens that the account has none of take no room, and are not said to be left out', async () => {
  await journal.assets.clear()
  for (let index = 0; index < 4; index++) await watched(0n)
  const token = await watched(5n)
  expect(await quoted(bought(1_002n))).toEqual({ others: [token], left: 0 })
})

test('a token that does not tell its balance is said to be left out', async () => {
  await journal.assets.clear()
  const token = await watched(5n)
  await rpc(bed.url, 'anvil_setCode', [token, '0x5f5ffd'])
  expect(await quoted(bought(1_003n))).toEqual({ others: [], left: 1 })
})

test('one that tells the router another balance is', async () => {
  await journal.assets.clear()
  const token = await watched(5n)
  // Returns 5, and to the router the highest number.
  await rpc(bed.url, 'anvil_setCode', [
    token,
    `0x3373${universalRouter.slice(2)}1460225760055f5260205ff35b5f195f5260205ff3`,
  ])
  expect(await quoted(bought(1_004n))).toEqual({ others: [], left: 1 })
})

test('one that fell between two looks is left out and said to be; a gift takes none out', async () => {
  await journal.assets.clear()
  const token = await watched(50n * unit)
  const calls = bought(1_005n)
  expect(await quoted(calls)).toEqual({ others: [token], left: 0 })
  await bed.tell('KindToken', token, 'mint', [alice, 1n])
  expect(await quoted(calls)).toEqual({ others: [token], left: 0 })
  const { data } = bed.call('KindToken', token, 'transfer', [bob, unit])
  await bed.send(alice, { to: token, data })
  expect(await quoted(calls)).toEqual({ others: [], left: 1 })
  expect(await quoted(calls)).toEqual({ others: [], left: 1 })
})
