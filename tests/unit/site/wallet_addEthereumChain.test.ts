import { beforeEach, describe, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { findNetwork } from '@/lib/network/networks'
import { urlsOf } from '@/lib/network/urls'
import { emptyDatabase } from '../database'
import { dapp, other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

const good = {
  chainId: '0x309',
  chainName: 'Own Net',
  nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
  rpcUrls: ['https://node.example/KEY'],
  blockExplorerUrls: ['https://scan.example'],
  iconUrls: ['https://icons.example/own.svg'],
}

/** Nodes by URL, a fake of `fetch`: the chain ID that each serves; what is missing does not answer. */
const nodes = (served: Record<string, string>, more: Record<string, unknown> = {}) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    asked.push(url)
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const chainId = served[url]
    if (chainId === undefined) return Promise.reject(new TypeError('no answer'))
    const result = method === 'eth_chainId' ? chainId : (more[method] ?? null)
    return Promise.resolve(new Response(JSON.stringify({ jsonrpc: '2.0', id, result })))
  })
  return asked
}

const node = () => nodes({ 'https://node.example/KEY': '0x309' })

const add = (change: object = {}, origin = dapp) =>
  wallet.ask('wallet_addEthereumChain', [{ ...good, ...change }], { origin })

const chainOf = async (origin = dapp) => (await wallet.send('eth_chainId', [], { origin })).result

describe('a network that the wallet does not have', () => {
  test('is stored on the user’s word, with what its chain says, and the site is moved to it', async () => {
    const asked = nodes(
      { 'https://node.example/KEY': '0x309' },
      { eth_getBlockByNumber: { hash: '0x12' }, eth_getCode: '0x60' },
    )
    const { id, answer } = await add()
    expect(asked).toEqual([])
    expect(findNetwork(777)).toBeUndefined()
    expect(await wallet.approve(id, {})).toBe('done')
    expect(await answer).toEqual({ result: null })
    expect(await journal.networks.toArray()).toEqual([
      {
        chainId: 777,
        urls: ['https://node.example/KEY'],
        custom: {
          name: 'Own Net',
          symbol: 'OWN',
          decimals: 18,
          explorer: 'https://scan.example',
          genesis: '0x12',
          opStack: true,
          addedBy: dapp,
        },
      },
    ])
    expect(findNetwork(777)).toMatchObject({
      name: 'Own Net',
      hosts: ['node.example'],
      addedBy: dapp,
    })
    expect(urlsOf(777)).toEqual(['https://node.example/KEY'])
    expect(await chainOf()).toBe('0x309')
    expect(new Set(asked)).toEqual(new Set(['https://node.example/KEY']))
  })

  test('is not stored where the user refuses', async () => {
    const asked = node()
    const { id, answer } = await add()
    await wallet.reject(id)
    expect(await answer).toMatchObject({ error: { code: 4001 } })
    expect(await journal.networks.count()).toBe(0)
    expect(await chainOf()).toBe('0x2105')
    expect(asked).toEqual([])
  })

  test('is added for a site that is not connected, which stays where it is', async () => {
    node()
    const { id, answer } = await add({}, other)
    expect(await wallet.approve(id, {})).toBe('done')
    expect(await answer).toEqual({ result: null })
    expect(await journal.networks.count()).toBe(1)
    expect(await journal.permissions.get(other)).toBeUndefined()
    expect(await wallet.send('wallet_addEthereumChain', [good], { origin: other })).toEqual({
      result: null,
    })
    expect(await journal.approvals.count()).toBe(1)
  })

  test.each([
    'bASE',
    'Base Mainnet',
    'Base.',
    'B A S E',
    'Ethereum Mainnet',
    'Ethereum One',
    'OP',
    'Arbitrum',
    'Polygon Network',
    'BNB Chain',
    'Base Sepolia Chain',
    'Mainnet',
    '...',
  ])('is refused under the name %s, which another network has', async (chainName) => {
    const asked = node()
    const answer = await wallet.send('wallet_addEthereumChain', [{ ...good, chainName }])
    expect(answer).toMatchObject({ error: { code: -32602 } })
    expect(await journal.approvals.count()).toBe(0)
    expect(asked).toEqual([])
  })

  test('is stored under the widely known name and with the known RPC that the page decides on', async () => {
    nodes({ 'https://node.example/KEY': '0x309', 'https://known.example/': '0x309' })
    const { id } = await add({ chainName: 'Evil' })
    await wallet.approve(id, { name: 'Known', url: 'https://known.example/' })
    expect(findNetwork(777)).toMatchObject({ name: 'Known', addedBy: dapp })
    expect(urlsOf(777)).toEqual(['https://known.example/'])
  })

  test.each([
    ['the known explorer', 'https://known.example', 'https://known.example'],
    ['no explorer where none is known', null, undefined],
  ] as const)('is stored with %s in place of the site’s', async (_, explorer, stored) => {
    node()
    const { id } = await add()
    await wallet.approve(id, { name: 'Known', explorer })
    expect(findNetwork(777)?.explorer).toBe(stored)
  })

  test('keeps of its RPCs those that serve it', async () => {
    nodes({
      'https://b.example/': '0x309',
      'https://c.example': '0x1',
      'http://localhost:1': '0x309',
    })
    const rpcUrls = [
      'https://a.example',
      'https://b.example/',
      'https://c.example',
      'https://b.example/',
      'http://localhost:1',
    ]
    const { id } = await add({ rpcUrls })
    expect(await wallet.checkNetwork(id)).toEqual([
      { host: 'a.example', found: 'no answer' },
      { host: 'b.example', found: 'ok' },
      { host: 'c.example', found: 'other chain' },
      { host: 'b.example', found: 'ok' },
      { host: 'localhost:1', found: 'ok' },
    ])
    await wallet.approve(id, {})
    expect(urlsOf(777)).toEqual(['https://b.example/', 'http://localhost:1'])
  })

  test('of which no RPC answers waits, and is not approved', async () => {
    nodes({})
    const { id, answer } = await add()
    expect(await wallet.checkNetwork(id)).toEqual([{ host: 'node.example', found: 'no answer' }])
    await expect(wallet.approve(id, {})).rejects.toMatchObject({ code: 4901 })
    expect(await journal.networks.count()).toBe(0)
    node()
    expect(await wallet.approve(id, {})).toBe('done')
    expect(await answer).toEqual({ result: null })
  })

  test('whose RPC serves another chain ends with -32602 while it is looked at', async () => {
    nodes({ 'https://node.example/KEY': '0x1' })
    const { id, answer } = await add()
    await expect(wallet.checkNetwork(id)).rejects.toMatchObject({ code: -32602 })
    expect(await answer).toEqual({
      error: {
        code: -32602,
        message: 'The wallet cannot parse the request: its RPCs serve another chain',
      },
    })
    expect(await wallet.approve(id, {})).toBe('gone')
  })

  test('and that has become another chain since then is not stored', async () => {
    node()
    const { id } = await add()
    await wallet.checkNetwork(id)
    nodes({ 'https://node.example/KEY': '0x1' })
    await expect(wallet.approve(id, {})).rejects.toMatchObject({ code: -32602 })
    expect(await journal.networks.count()).toBe(0)
  })
})

describe('a network that the wallet has', () => {
  test('is the question of moving there, and is not changed', async () => {
    const asked = node()
    const { id, answer } = await add({ chainId: '0x14A34', chainName: 'Mine' })
    expect(await wallet.approve(id, {})).toBe('done')
    expect(await answer).toEqual({ result: null })
    expect(await chainOf()).toBe('0x14a34')
    expect(await journal.networks.count()).toBe(0)
    expect(findNetwork(84532)?.name).toBe('Base Sepolia')
    expect(asked).toEqual([])
  })

  test('and that the site is on is no question', async () => {
    expect(await wallet.send('wallet_addEthereumChain', [{ ...good, chainId: '0x2105' }])).toEqual({
      result: null,
    })
    expect(await journal.approvals.count()).toBe(0)
  })

  test('since another site has asked for it too keeps what the first one said', async () => {
    await connectSite(other)
    nodes({ 'https://node.example/KEY': '0x309', 'https://evil.example': '0x309' })
    const first = await add()
    const second = await add({ rpcUrls: ['https://evil.example'], chainName: 'Evil' }, other)
    await wallet.approve(first.id, {})
    await wallet.approve(second.id, {})
    expect(await second.answer).toEqual({ result: null })
    expect(findNetwork(777)).toMatchObject({ name: 'Own Net', hosts: ['node.example'] })
    expect(await chainOf(other)).toBe('0x309')
  })
})
