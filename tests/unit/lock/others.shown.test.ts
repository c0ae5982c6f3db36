import { getAddress, numberToHex, type Address } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Holding } from '@/lib/holdings/holdings'
import { holdingsKey } from '@/lib/holdings/holdings'
import { shownTo } from '@/lib/lock/others'
import { remember } from '@/lib/network/facts'
import { alice, bob } from '../accounts'
import { emptyDatabase } from '../database'
import { showLast, shownHolding, watchAsset } from './watchedAssets'

beforeEach(emptyDatabase)

const small: Address = '0x00000000000000000000000000000000000000c3'
const token = getAddress(small)
const other = getAddress('0x00000000000000000000000000000000000000d4')

const coin = (address: Address) => ({ standard: 'ERC20', address })

const shown = () => shownTo(8453, alice)

const named = { symbol: 'KIND', decimals: 6 }

describe('what the user watches', () => {
  test('is shown, each as what it is', async () => {
    await watchAsset(small)
    await watchAsset(other, { standard: 'ERC721', tokenId: '17' })
    await watchAsset(small, { standard: 'ERC1155', tokenId: '0' })
    expect(await shown()).toEqual([
      coin(token),
      { standard: 'ERC721', address: other, tokenId: numberToHex(17n) },
      { standard: 'ERC1155', address: token, tokenId: '0x0' },
    ])
  })

  test('is not where it is hidden, on another chain, or a collection without an ID', async () => {
    await watchAsset(small, { isHidden: true })
    await watchAsset(other, { chainId: 1 })
    await watchAsset(other, { standard: 'ERC721' })
    await watchAsset(other, { standard: 'ERC1155', isHidden: true })
    expect(await shown()).toEqual([])
  })

  test('is hidden item by item', async () => {
    await watchAsset(other, { standard: 'ERC721', tokenId: '1' })
    await watchAsset(other, { standard: 'ERC721', tokenId: '2', isHidden: true })
    expect(await shown()).toEqual([{ standard: 'ERC721', address: other, tokenId: '0x1' }])
  })
})

describe('what the page last showed', () => {
  test.each<[string, Partial<Holding>, boolean]>([
    ['is listed', { isListed: true }, true],
    ['the account dealt with and that describes itself', { isOwn: true, token: named }, true],
    ['the account dealt with and nobody can describe', { isOwn: true }, false],
    ['somebody sent', { token: named }, false],
    ['is listed and of which there is one', { isListed: true, amount: '0x1' }, true],
    ['is listed and of which there is none', { isListed: true, amount: '0x0' }, false],
    ['is an item', { isListed: true, standard: 'ERC721', tokenId: '1' }, false],
  ])('and %s', async (_, about, isShown) => {
    await showLast([shownHolding(small, about)])
    expect(await shown()).toEqual(isShown ? [coin(token)] : [])
  })

  test('comes behind what is watched, and once', async () => {
    await watchAsset(other)
    await showLast([
      shownHolding(small, { isListed: true }),
      shownHolding(other, { isListed: true }),
    ])
    expect(await shown()).toEqual([coin(other), coin(token)])
  })

  test('is left out where the user hides it', async () => {
    await watchAsset(small, { isHidden: true })
    await showLast([shownHolding(token, { isListed: true })])
    expect(await shown()).toEqual([])
  })

  test('of another account is not this one’s', async () => {
    await showLast([shownHolding(small, { isListed: true })])
    expect(await shownTo(8453, bob)).toEqual([])
    expect(await shownTo(1, alice)).toEqual([])
  })

  test('may be nothing, or without tokens', async () => {
    expect(await shown()).toEqual([])
    await remember(holdingsKey(8453, alice), {})
    expect(await shown()).toEqual([])
  })
})
