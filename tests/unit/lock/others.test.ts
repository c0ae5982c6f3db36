import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getAddress, numberToHex, type Address } from 'viem'
import { journal, type Call } from '@/lib/db'
import { holdingsKey, type Holding, type Holdings } from '@/lib/holdings/holdings'
import { othersOf } from '@/lib/lock/others'
import { knownFact, remember } from '@/lib/network/facts'
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

/** Tokens that would be held beside a batch of this gas, and how many would be left out. */
const found = async (gas: bigint) => {
  const plan = { chainId, from: alice, ahead: [] }
  const { others, left } = await othersOf(plan, numberToHex(gas), () => false)
  return {
    left,
    others: others.map(({ asset }) => ('address' in asset ? asset.address : undefined)),
  }
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

/** A token that the user does not watch, as the account's page last showed it. */
const shown = async (amount: bigint, about: Partial<Holding>): Promise<Address> => {
  const token = await watched(amount)
  await journal.assets.delete(`${chainId}:${token}`)
  const key = holdingsKey(chainId, alice)
  const last = await knownFact<Holdings>(key)
  const one = {
    standard: 'ERC20' as const,
    address: token,
    amount: numberToHex(amount),
    isWatched: false,
    isOwn: false,
    ...about,
  }
  await remember(key, { native: '0x0', assets: [...(last?.assets ?? []), one] })
  return token
}

const named = { symbol: 'KIND', decimals: 6 }

test('what the account shows as its own is held, too: listed, or dealt with by itself', async () => {
  await journal.assets.clear()
  const listed = await shown(5n, { isListed: true })
  const own = await shown(5n, { isOwn: true, token: named })
  await shown(5n, {})
  await shown(0n, { isListed: true })
  const hidden = await shown(5n, { isListed: true })
  await journal.assets.put({
    key: `${chainId}:${hidden}`,
    chainId,
    address: hidden,
    standard: 'ERC20',
    addedAt: 1,
    isHidden: true,
  })
  expect(await found(1_000_000n)).toEqual({ others: [listed, own], left: 0 })
  expect(await found(80_000n)).toEqual({ others: [listed], left: 1 })
})

test('a token that is watched and listed counts once', async () => {
  await journal.assets.clear()
  const token = await shown(5n, { isListed: true })
  const key = `${chainId}:${token}`
  await journal.assets.put({ key, chainId, address: token, standard: 'ERC20', addedAt: 1 })
  expect(await found(1_000_000n)).toEqual({ others: [token], left: 0 })
})

test('sixteen are held, and the seventeenth is said', async () => {
  await journal.assets.clear()
  for (let index = 0; index < 17; index++) await watched(5n)
  const { others, left } = await found(100_000_000n)
  expect([others.length, left]).toEqual([16, 1])
})

test('their checks take a tenth of the batch’s gas, and not one gas more', async () => {
  await journal.assets.clear()
  const [one, other] = [await watched(5n), await watched(5n)].toSorted()
  expect(await found(160_000n)).toEqual({ others: [one, other], left: 0 })
  expect(await found(159_999n)).toEqual({ others: [one], left: 1 })
})

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
