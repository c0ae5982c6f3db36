import { encodeAbiParameters, pad, type Hex } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { readHoldings } from '@/lib/holdings/holdings'
import { verbs } from '@/lib/wallet'
import { emptyDatabase } from '../database'
import { fakeNode, nodeError } from '../network/fakeNode'
import { alice } from '../accounts'
import { fakes } from './fakeServices'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const key = `8453:${token.toLowerCase()}`
const asset = {
  type: 'ERC20' as const,
  chainId: 8453,
  account: alice,
  options: { address: token } as const,
}
const hide = (isHidden: boolean) =>
  verbs.hideAsset(
    { chainId: 8453, asset: { standard: 'ERC20', address: token }, isHidden },
    fakes().all,
  )

const symbol = encodeAbiParameters([{ type: 'string' }], ['USDC'])

/** A chain on which that contract is a token with 6 decimals, or is none: a fake of `fetch`. */
const chain = (code: Hex = '0x60') =>
  fakeNode({
    eth_getBalance: () => '0x0',
    eth_getCode: () => code,
    eth_call: ({ data }: { data: Hex }) => {
      if (data.startsWith('0x95d8')) return symbol
      if (data.startsWith('0x06fd')) throw nodeError(3, 'execution reverted')
      return pad(data.startsWith('0x313c') ? '0x6' : '0x5')
    },
  })

const held = async () => (await readHoldings(8453, alice)).assets.map(({ address }) => address)

beforeEach(emptyDatabase)

test('a token that the user names is listed as the chain tells it', async () => {
  chain()
  expect(await verbs.checkAsset(asset, fakes().all)).toMatchObject({ found: 'ok', symbol: 'USDC' })
  expect(await journal.assets.count()).toBe(0)
  expect(await verbs.listAsset(asset, fakes().all)).toBe('done')
  expect(await journal.assets.toArray()).toMatchObject([
    { key, address: token, standard: 'ERC20', symbol: 'USDC', decimals: 6 },
  ])
})

test('what is no token is not listed', async () => {
  chain('0x')
  expect(await verbs.listAsset(asset, fakes().all)).toBe('no contract')
  expect(await journal.assets.count()).toBe(0)
})

test('a listed token is hidden and shown again, and stays what it was', async () => {
  chain()
  await verbs.listAsset(asset, fakes().all)
  const before = await journal.assets.toArray()
  await hide(true)
  expect(await held()).toEqual([])
  await hide(false)
  expect(await held()).toEqual([token])
  expect(await journal.assets.toArray()).toEqual(before)
})

test('one that nobody listed is hidden too', async () => {
  await hide(true)
  expect(await journal.assets.toArray()).toMatchObject([{ key, isHidden: true }])
})
