import { encodeAbiParameters, pad, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { fakeNode, nodeError } from '../network/fakeNode'
import { alice, other, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

const selectors = {
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  name: '0x06fdde03',
  balanceOf: '0x70a08231',
  ownerOf: '0x6352211e',
  balanceOfItem: '0x00fdd58e',
}

type Says = Partial<Record<keyof typeof selectors, Hex>>

/** A chain on which a contract says this of itself, a fake of `fetch`; what it does not say reverts. */
const chain = (says: Says, code = '0x60') =>
  fakeNode({
    eth_getCode: () => code,
    eth_call: ({ data }: { data: Hex }) => {
      const [name] = Object.entries(selectors).find(([, start]) => data.startsWith(start)) ?? []
      const answer = says[name as keyof Says]
      if (!answer) throw nodeError(3, 'execution reverted')
      return answer
    },
  })

const usdc: Says = { symbol: text('USDC'), name: text('USD Coin'), decimals: pad('0x6') }
const fungible = (more: Says = {}) => chain({ ...usdc, balanceOf: pad('0x5'), ...more })

const asset = (options: object = {}, type = 'ERC20') => ({
  type,
  options: { address: token, symbol: 'USDC', decimals: 6, ...options },
})

const add = (params: unknown = asset()) => wallet.ask('wallet_watchAsset', params)

describe('an ERC-20 token', () => {
  test('is listed on the user’s word, and asked for again it is no question', async () => {
    const { asked } = fungible()
    const { id, answer } = await add(asset({ image: 'https://icons.example/usdc.svg' }))
    expect(asked).toEqual([])
    expect(await wallet.checkAsset(id)).toEqual({
      found: 'ok',
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
      amount: '0x5',
    })
    expect(await wallet.approve(id, {})).toBe('done')
    expect(await answer).toEqual({ result: true })
    expect(await journal.assets.toArray()).toEqual([
      {
        key: `8453:${token.toLowerCase()}`,
        chainId: 8453,
        address: token,
        standard: 'ERC20',
        symbol: 'USDC',
        name: 'USD Coin',
        decimals: 6,
        addedAt: expect.any(Number) as number,
      },
    ])
    expect(await wallet.send('wallet_watchAsset', [asset()])).toEqual({ result: true })
    expect(await journal.approvals.count()).toBe(1)
    expect(asked.filter(({ url }) => url.includes('icons'))).toEqual([])
  })

  test('is listed by what the chain says, whatever the site said', async () => {
    fungible()
    const { id } = await add(asset({ symbol: 'DAI', decimals: '18' }))
    await wallet.approve(id, {})
    expect(await journal.assets.toArray()).toMatchObject([{ symbol: 'USDC', decimals: 6 }])
  })

  test('is not listed where the user refuses', async () => {
    const { asked } = fungible()
    const { id, answer } = await add()
    await wallet.reject(id)
    expect(await answer).toMatchObject({ error: { code: 4001 } })
    expect(await journal.assets.count()).toBe(0)
    expect(asked).toEqual([])
  })

  test('that was hidden is asked for again, and shows again', async () => {
    fungible()
    const key = `8453:${token.toLowerCase()}`
    await journal.assets.add({
      key,
      chainId: 8453,
      address: token,
      standard: 'ERC20',
      addedAt: 1,
      isHidden: true,
    })
    const { id } = await add()
    await wallet.approve(id, {})
    expect((await journal.assets.get(key))?.isHidden).toBeUndefined()
  })

  test('waits while its network is silent, and nothing is listed', async () => {
    fakeNode({
      eth_getCode: () => {
        throw new TypeError('no answer')
      },
    })
    const { id, answer } = await add()
    await expect(wallet.checkAsset(id)).rejects.toMatchObject({ code: 4901 })
    await expect(wallet.approve(id, {})).rejects.toMatchObject({ code: 4901 })
    expect(await journal.assets.count()).toBe(0)
    fungible()
    expect(await wallet.approve(id, {})).toBe('done')
    expect(await answer).toEqual({ result: true })
  })
})

describe('what the chain does not confirm is not listed:', () => {
  const items = { symbol: text('NFT') }
  const whole = { ...usdc, balanceOf: pad('0x5') }
  test.each<[string, string, string, () => unknown]>([
    ['no contract', 'no code', 'ERC20', () => chain(whole, '0x')],
    [
      'no contract',
      'a delegated account',
      'ERC20',
      () => chain(whole, `0xef0100${'11'.repeat(20)}`),
    ],
    ['other standard', 'a contract without balances', 'ERC20', () => chain(usdc)],
    [
      'other standard',
      'one without decimals',
      'ERC20',
      () => chain({ ...items, balanceOf: pad('0x1') }),
    ],
    ['other standard', 'one with too many', 'ERC20', () => fungible({ decimals: pad('0x25') })],
    [
      'not owned',
      'an item of another',
      'ERC721',
      () => chain({ ...items, ownerOf: pad(stranger) }),
    ],
    ['other standard', 'an item that is not', 'ERC721', () => chain(items)],
    [
      'not owned',
      'none of an item',
      'ERC1155',
      () => chain({ ...items, balanceOfItem: pad('0x0') }),
    ],
  ])('%s: %s, %s', async (found, _, type, node) => {
    node()
    const { id } = await add(asset({ tokenId: '7' }, type))
    expect(await wallet.checkAsset(id)).toEqual({ found })
    await expect(wallet.approve(id, {})).rejects.toMatchObject({ code: -32602 })
    expect(await journal.assets.count()).toBe(0)
  })
})

test.each([
  ['ERC721', { ownerOf: pad(alice), symbol: text('NFT') }, '7'],
  ['ERC1155', { balanceOfItem: pad('0x2') }, 7],
  ['ERC1155', { balanceOfItem: pad('0x2') }, '0x7'],
])('an item of %s that the account owns is listed by its number', async (type, says, tokenId) => {
  chain(says)
  const { id, answer } = await add({ type, options: { address: token.toLowerCase(), tokenId } })
  expect(await wallet.approve(id, {})).toBe('done')
  expect(await answer).toEqual({ result: true })
  const key = `8453:${token.toLowerCase()}:7`
  expect(await journal.assets.toArray()).toMatchObject([
    { key, standard: type, address: token, tokenId: '7' },
  ])
})

describe('what is refused with -32602 and the name of the field', () => {
  const wrongSum = token.replace('F', 'f')
  test.each<[string, unknown]>([
    ['type', asset({}, 'ERC777')],
    ['type', { options: asset().options }],
    ['options', { type: 'ERC20' }],
    ['options.address', asset({ address: undefined })],
    ['options.address', asset({ address: '0x12' })],
    ['options.address', asset({ address: wrongSum })],
    ['options.symbol', asset({ symbol: '' })],
    ['options.symbol', asset({ symbol: 'US DC' })],
    ['options.symbol', asset({ symbol: 'USDC\u202e' })],
    ['options.symbol', asset({ symbol: 'S'.repeat(12) })],
    ['options.decimals', asset({ decimals: 37 })],
    ['options.decimals', asset({ decimals: 1.5 })],
    ['options.decimals', asset({ decimals: 'six' })],
    ['options.image', asset({ image: 5 })],
    ['options.tokenId', asset({}, 'ERC721')],
    ['options.tokenId', asset({ tokenId: '-1' }, 'ERC1155')],
    ['options.tokenId', asset({ tokenId: (2n ** 256n).toString() }, 'ERC721')],
  ])('%s: %j', async (field, params) => {
    expect(await wallet.send('wallet_watchAsset', params)).toMatchObject({
      error: {
        code: -32602,
        message: expect.stringContaining(`parse the request: ${field} `) as string,
      },
    })
    expect(await journal.approvals.count()).toBe(0)
  })
})

test('a site that is not connected is refused, and learns nothing', async () => {
  expect(await wallet.send('wallet_watchAsset', asset(), { origin: other })).toMatchObject({
    error: { code: 4100 },
  })
})
