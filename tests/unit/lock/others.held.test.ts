import { getAddress, numberToHex, zeroAddress, type Address, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Held } from '@/lib/db/outcome'
import { othersOf } from '@/lib/lock/others'
import { alice, bob } from '../accounts'
import { emptyDatabase } from '../database'
import { readingNode, wordOf } from './readingNode'
import { addressesUpTo, watchAsset } from './watchedAssets'

beforeEach(emptyDatabase)

const [token = zeroAddress, plots = zeroAddress, stock = zeroAddress, last = zeroAddress] =
  addressesUpTo(4).map((address) => getAddress(address))

/** Selectors of the reads of an item: who owns it, and who is approved for it. */
const [ownerOf, getApproved] = ['0x6352211e', '0x081812fc'] as const

const coin = (address: Address, had: bigint): Held => ({
  asset: { standard: 'ERC20', address },
  had: wordOf(had),
})

const plot: Held = {
  asset: { standard: 'ERC721', address: plots, tokenId: '0x7' },
  had: '0x1',
}

const stockOf = (had: bigint): Held => ({
  asset: { standard: 'ERC1155', address: stock, tokenId: '0x8' },
  had: wordOf(had),
})

const watchPlot = () => watchAsset(plots, { standard: 'ERC721', tokenId: '7' })
const watchStock = () => watchAsset(stock, { standard: 'ERC1155', tokenId: '8' })

type Asked = { isExact?: boolean; isKnown?: (held: Pick<Held, 'asset'>) => boolean }

const found = (gas = 10_000_000n, { isExact, isKnown = () => false }: Asked = {}) =>
  othersOf({ chainId: 8453, from: alice, ahead: [] }, numberToHex(gas), isKnown, isExact)

/** Has the account own so many of all there is, and the item, for which nobody is approved. */
const owning = (count: bigint) =>
  readingNode((_, data) => {
    if (data.startsWith(ownerOf)) return wordOf(alice)
    return wordOf(data.startsWith(getApproved) ? 0n : count)
  })

describe('what the account shows as its own and has', () => {
  test('is held, each by its own reads', async () => {
    await watchAsset(token)
    await watchPlot()
    await watchStock()
    await watchAsset(last)
    const { read, asked } = owning(9n)
    expect(await found()).toEqual({
      others: [coin(token, 9n), plot, stockOf(9n), coin(last, 9n)],
      left: 0,
    })
    expect(read.map(({ to }) => to)).toEqual([token, plots, plots, stock, last])
    expect(asked.filter(({ method }) => method === 'eth_simulateV1')).toHaveLength(1)
  })

  test('is not where it is known already', async () => {
    await watchAsset(token)
    await watchAsset(last)
    owning(9n)
    const isKnown = ({ asset }: Pick<Held, 'asset'>) =>
      asset.standard === 'ERC20' && asset.address === token
    expect(await found(10_000_000n, { isKnown })).toEqual({ others: [coin(last, 9n)], left: 0 })
  })

  test('is counted as left out behind a batch that waits, and nothing is read', async () => {
    await watchAsset(token)
    await watchAsset(last)
    const { asked } = owning(9n)
    const plan = { chainId: 8453, from: alice, ahead: [{ calls: [] }] }
    const isKnown = ({ asset }: Pick<Held, 'asset'>) => 'address' in asset && asset.address === last
    expect(await othersOf(plan, '0xffffff', isKnown)).toEqual({ others: [], left: 1 })
    expect(asked).toEqual([])
  })

  test('is neither held nor left out where there is none of it', async () => {
    await watchAsset(token)
    await watchStock()
    owning(0n)
    expect(await found()).toEqual({ others: [], left: 0 })
  })

  test.each<[string, Hex | undefined]>([
    ['that fails', undefined],
    ['without data', '0x'],
    ['that is too short', '0x09'],
    ['that is too long', `${wordOf(9n)}00`],
  ])('is left out after an answer %s', async (_, answer) => {
    await watchAsset(token)
    await watchAsset(last)
    readingNode((to) => (to === token ? answer : wordOf(9n)))
    expect(await found()).toEqual({ others: [coin(last, 9n)], left: 1 })
  })
})

describe('an item of ERC-721', () => {
  const answering = async (owner: Hex | undefined, approved: Hex | undefined) => {
    await watchPlot()
    readingNode((_, data) => (data.startsWith(ownerOf) ? owner : approved))
    return found()
  }

  test('of somebody else is neither held nor left out', async () => {
    expect(await answering(wordOf(bob), wordOf(0n))).toEqual({ others: [], left: 0 })
  })

  test('for which somebody is approved is left out, as its check would end that', async () => {
    expect(await answering(wordOf(alice), wordOf(bob))).toEqual({ others: [], left: 1 })
  })

  test.each<[string, Hex | undefined]>([
    ['nothing', undefined],
    ['no data', '0x'],
    ['too little', '0x00'],
  ])('of whose approval its contract tells %s is left out', async (_, approved) => {
    expect(await answering(wordOf(alice), approved)).toEqual({ others: [], left: 1 })
  })

  test('whose owner cannot be told is left out', async () => {
    expect(await answering(undefined, wordOf(0n))).toEqual({ others: [], left: 1 })
  })
})

describe('the checks of what does not move', () => {
  test.each<[string, boolean, bigint]>([
    ['of a token', false, 80_000n],
    ['of a token, in the exact form,', true, 400_000n],
  ])('%s take a tenth of the batch’s gas at most', async (_, isExact, gas) => {
    await watchAsset(token)
    await watchAsset(last)
    owning(9n)
    const [one, other] = [coin(token, 9n), coin(last, 9n)]
    expect(await found(gas - 1n, { isExact })).toEqual({ others: [], left: 2 })
    expect(await found(gas, { isExact })).toEqual({ others: [one], left: 1 })
    expect(await found(2n * gas - 1n, { isExact })).toEqual({ others: [one], left: 1 })
    expect(await found(2n * gas, { isExact })).toEqual({ others: [one, other], left: 0 })
  })

  test.each([false, true])('of an item take twice as much, exact or not: %s', async (isExact) => {
    await watchStock()
    owning(9n)
    expect(await found(159_999n, { isExact })).toEqual({ others: [], left: 1 })
    expect(await found(160_000n, { isExact })).toEqual({ others: [stockOf(9n)], left: 0 })
  })

  test('leave out what takes too much, and not what comes after it', async () => {
    await watchPlot()
    await watchAsset(last)
    owning(9n)
    expect(await found(80_000n)).toEqual({ others: [coin(last, 9n)], left: 1 })
  })

  test('are sixteen at most', async () => {
    for (const address of addressesUpTo(18)) await watchAsset(address)
    owning(9n)
    const { others, left } = await found()
    expect(others).toEqual(addressesUpTo(16).map((address) => coin(getAddress(address), 9n)))
    expect(left).toBe(2)
  })

  test('are of the first sixty-four alone, whose balance is read', async () => {
    for (const address of addressesUpTo(66)) await watchAsset(address)
    const { read } = owning(0n)
    expect(await found()).toEqual({ others: [], left: 2 })
    expect(read).toHaveLength(64)
  })
})
