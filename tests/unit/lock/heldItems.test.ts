import { getAddress, numberToHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callsStatus } from '@/lib/batch/status'
import { stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { journal, type Batch, type Call } from '@/lib/db'
import type { Held } from '@/lib/db/outcome'
import { itemIn } from '@/lib/lock/lockReading'
import { suggestFees } from '@/lib/network/fees'
import { request } from '@/lib/network/node'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { newWorld } from '../../harness/world'
import { rpc } from '../../chain/rpc'
import { approve, chainId, openBed, unit, type Bed } from '../../lock/lockBed'
import { stopOf } from '../../lock/stop'
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

/** Pays an amount that no other test has, as what was found out of a batch is kept. */
const paid = (amount: bigint, what: (token: string, pays: bigint) => Call): Call[] => {
  const { token, shop } = bed.places
  return [bed.call('KindToken', token, 'approve', [shop, amount]), what(token, amount)]
}

const plot = (amount: bigint, id = 7n): Call[] =>
  paid(amount, (token, pays) =>
    bed.call('Market', bed.places.shop, 'buyPlot', [token, pays, bed.places.plots, id]),
  )

const goods = (amount: bigint, count: bigint): Call[] =>
  paid(amount, (token, pays) =>
    bed.call('Market', bed.places.shop, 'buyStock', [token, pays, bed.places.stock, 1n, count]),
  )

const nameOf = ({ asset }: Pick<Held, 'asset'>): string => {
  const { plots, stock } = bed.places
  const address = 'address' in asset ? asset.address.toLowerCase() : ''
  const what =
    address === plots.toLowerCase() ? 'plot' : address === stock.toLowerCase() ? 'stock' : ''
  return what && ('tokenId' in asset ? `${what} ${BigInt(asset.tokenId)}` : `${what}s`)
}

/** The items that a batch's quote holds, beside tokens and the coin. */
const heldIn = async (calls: Call[]) => {
  const asked = { from: alice, chainId, calls, atomicRequired: true }
  const open = await quoteBatch(asked, 'atomic', undefined, undefined, { isOff: true })
  const { quote, batch } = await approve(calls)
  expect(quote.open).toBeUndefined()
  // Calls and logs of the checks themselves are not the site's.
  expect(quote.unchecked).toEqual(open.unchecked)
  expect(quote.parties).toEqual(open.parties)
  expect(quote.payees).toEqual(open.payees)
  expect(quote.allowances.map(({ spender }) => spender)).not.toContain(zeroAddress)
  const holds = (quote.lock?.holds ?? []).map(nameOf).filter((name) => name !== '')
  return { quote, batch, holds }
}

const cut = (thousandths: number) =>
  bed.tell('Market', bed.places.shop, 'setCut', [thousandths, 0, 0n])

const mined = async ({ key }: Batch) => {
  const runner = createRunner(newWorld(request), suggestFees)
  await runner.advance(chainId)
  await rpc(bed.url, 'anvil_mine', ['0x2'])
  await runner.look(chainId)
  const batch = await journal.batches.get(key)
  if (!batch) throw new Error('there is no such batch')
  const state = await stateOf(key)
  const [transaction] = state.transactions
  return {
    ...callsStatus(batch, state),
    stop: transaction && (await stopOf(batch, transaction)),
  }
}

const watch = async (standard: 'ERC721' | 'ERC1155', tokenId: bigint) => {
  const address = getAddress(standard === 'ERC721' ? bed.places.plots : bed.places.stock)
  await journal.assets.put({
    key: `${chainId}:${address}:${tokenId}`,
    chainId,
    address,
    standard,
    tokenId: String(tokenId),
    addedAt: 1,
  })
}

describe('an item of ERC-721 that arrives', () => {
  test('is held by its ID, and its collection by the count', async () => {
    const { holds, batch } = await heldIn(plot(401n))
    expect(holds).toEqual(['plot 7', 'plots'])
    const { status, receipts } = await mined(batch)
    expect(status).toBe(200)
    // The approval, the token and the plot: the check's log is the wallet's own.
    expect(receipts?.[0]?.logs).toHaveLength(3)
  })

  test('is held by its ID, too, where it is minted, and the calls name the ID', async () => {
    const { plots } = bed.places
    const { holds, batch } = await heldIn([
      bed.call('Plots', plots, 'mint', [alice, 51n]),
      { to: bob, value: '0x192', data: '0x' },
    ])
    expect(holds).toEqual(['plot 51', 'plots'])
    expect((await mined(batch)).status).toBe(200)
  })

  test('stops the batch if another one comes in its place, and the page names it', async () => {
    const { batch } = await heldIn(plot(402n))
    await cut(500)
    expect(await mined(batch)).toMatchObject({
      status: 500,
      stop: {
        item: { standard: 'ERC721', address: getAddress(bed.places.plots), tokenId: '0x7' },
        least: '0x1',
      },
    })
  })

  test('is held by the count alone where its ID is counted up', async () => {
    const { plots } = bed.places
    const { holds, batch } = await heldIn([
      bed.call('Plots', plots, 'mintNext', [], 403n),
      { to: bob, value: '0x193', data: '0x' },
    ])
    expect(holds).toEqual(['plots'])
    // Somebody mints before: another ID arrives, as the screen says it may.
    await bed.tell('Plots', plots, 'mintNext', [])
    expect((await mined(batch)).status).toBe(200)
  })

  test('is not held by its ID where the batch approves it to somebody', async () => {
    const { plots, shop } = bed.places
    const { holds, batch } = await heldIn([
      ...plot(404n),
      bed.call('Plots', plots, 'approve', [shop, 7n]),
    ])
    expect(holds).toEqual(['plots'])
    expect((await mined(batch)).status).toBe(200)
    expect(await bed.view('Plots', plots, 'getApproved', [7n])).toBe(getAddress(shop))
  })

  test('is not held by its ID where the check does not bite', async () => {
    await bed.tell('Plots', bed.places.plots, 'setCareless', [true])
    const { holds } = await heldIn(plot(405n))
    expect(holds).toEqual(['plots'])
  })

  test('that stays with its seller is not taken for the account’s, whatever the account may do there', async () => {
    const { plots, shop } = bed.places
    const { holds, batch } = await heldIn(plot(406n))
    expect(holds).toEqual(['plot 7', 'plots'])
    // The account becomes an operator of its seller, who delivers another item: the count is right.
    await rpc(bed.url, 'anvil_impersonateAccount', [shop])
    const { data } = bed.call('Plots', plots, 'setApprovalForAll', [alice, true])
    await bed.send(shop, { to: plots, data })
    await cut(500)
    expect(await mined(batch)).toMatchObject({ status: 500, stop: { item: { tokenId: '0x7' } } })
  })

  test('whose check the contract refuses leaves the rest of the lock', async () => {
    await bed.tell('Plots', bed.places.plots, 'setFrozen', [true])
    const { holds, batch } = await heldIn(plot(407n))
    expect(holds).toEqual(['plots'])
    expect((await mined(batch)).status).toBe(200)
  })
})

describe('items of ERC-1155', () => {
  test('that arrive are held to so many', async () => {
    const { holds, batch } = await heldIn(goods(411n, 40n))
    expect(holds).toEqual(['stock 1'])
    expect(batch.locks?.flatMap((lock) => itemIn(lock)?.least ?? [])).toEqual([5_040n])
    const { status, receipts } = await mined(batch)
    expect(status).toBe(200)
    expect(receipts?.[0]?.logs).toHaveLength(3)
  })

  test('of which one is missing stop the batch', async () => {
    const { batch } = await heldIn(goods(412n, 40n))
    await cut(6)
    expect(await mined(batch)).toMatchObject({
      status: 500,
      stop: { item: { standard: 'ERC1155', tokenId: '0x1' }, least: numberToHex(5_040n) },
    })
  })

  test('may come out half a percent fewer where there are many', async () => {
    const { batch } = await heldIn(goods(413n, 1_000n))
    expect(batch.locks?.flatMap((lock) => itemIn(lock)?.least ?? [])).toEqual([5_995n])
  })

  test('that leave are held to no more than were shown', async () => {
    const { plots: _, stock, shop, token } = bed.places
    const { holds, batch } = await heldIn([
      bed.call('Stock', stock, 'setApprovalForAll', [shop, true]),
      bed.call('Market', shop, 'sellStock', [stock, 1n, 30n, token, 414n * unit]),
    ])
    expect(holds).toEqual(['stock 1'])
    expect(batch.locks?.flatMap((lock) => itemIn(lock)?.least ?? [])).toEqual([4_970n])
    await bed.tell('Market', shop, 'setExtra', [1n])
    expect((await mined(batch)).status).toBe(500)
  })

  test('are not held where a check does not bite', async () => {
    await bed.tell('Stock', bed.places.stock, 'setCareless', [true])
    const { holds } = await heldIn(goods(415n, 40n))
    expect(holds).toEqual([])
  })
})

describe('what the user watches and the batch does not move', () => {
  /** Coin for tokens, in a batch with so much gas that there is room for what stays. */
  const large = (amount: bigint): Call[] => [
    ...Array.from({ length: 20 }, (_, index) =>
      bed.call(
        'Market',
        bed.places.shop,
        'buy',
        [bed.places.token, 50n * unit],
        amount + BigInt(index),
      ),
    ),
  ]

  test('is held by its ID, and stops the batch where it is taken by an older right', async () => {
    await watch('ERC721', 1n)
    await watch('ERC1155', 2n)
    const { holds, batch } = await heldIn(large(421n))
    expect(holds.toSorted()).toEqual(['plot 1', 'stock 2'])
    await bed.tell('Market', bed.places.shop, 'setAlsoPlot', [bed.places.plots, 1n])
    expect(await mined(batch)).toMatchObject({ status: 500, stop: { item: { tokenId: '0x1' } } })
  })

  test('is left as it is where somebody is approved for it', async () => {
    const { plots } = bed.places
    const { data } = bed.call('Plots', plots, 'approve', [bob, 1n])
    await bed.send(alice, { to: plots, data })
    await watch('ERC721', 1n)
    const { holds, quote, batch } = await heldIn(large(422n))
    expect(holds).toEqual([])
    expect(quote.lock?.left).toBe(1)
    expect((await mined(batch)).status).toBe(200)
    expect(await bed.view('Plots', plots, 'getApproved', [1n])).toBe(getAddress(bob))
  })

  test('is not held where its check would pass for anybody', async () => {
    await bed.tell('Plots', bed.places.plots, 'setCareless', [true])
    await watch('ERC721', 1n)
    const { holds, quote } = await heldIn(large(423n))
    expect(holds).toEqual([])
    expect(quote.lock?.left).toBe(1)
  })
})
