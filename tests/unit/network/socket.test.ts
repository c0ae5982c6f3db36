import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { headsOf, request, requestTogether } from '@/lib/network/node'
import { loadNetworks } from '@/lib/network/urls'
import { startAnvil } from '../../chain/anvil'
import { rpc } from '../../chain/rpc'
import { emptyDatabase } from '../database'

const chainId = 778
let anvil: Awaited<ReturnType<typeof startAnvil>>

beforeAll(async () => {
  anvil = await startAnvil({ chainId, hardfork: 'prague' })
})
afterAll(() => anvil.stop())

const setUrl = async (url: string) => {
  const custom = { name: 'Own', symbol: 'OWN', decimals: 18, opStack: false, genesis: null }
  await journal.networks.put({ chainId, urls: [url], custom })
  await loadNetworks()
}

const socketUrl = () => anvil.url.replace('http', 'ws')

beforeEach(async () => {
  await emptyDatabase()
  await setUrl(socketUrl())
})

const mine = () => rpc(anvil.url, 'anvil_mine', ['0x1'])

test('requests go over one WebSocket, each answer to its own question', async () => {
  const opened = vi.spyOn(globalThis, 'WebSocket')
  vi.stubGlobal('fetch', () => Promise.reject(new Error('by HTTP')))
  const asked = ['0x1', '0x2', '0x3'].map((value) =>
    request(chainId, 'web3_sha3', [value.padEnd(4, '0')]),
  )
  const [id, ...hashes] = await Promise.all([request(chainId, 'eth_chainId', []), ...asked])
  expect(id).toBe('0x30a')
  expect(new Set(hashes).size).toBe(3)
  expect(opened).toHaveBeenCalledTimes(1)
  opened.mockRestore()
})

test('several questions at once go over it one by one, and none by HTTP', async () => {
  const fetched = vi.fn(() => Promise.reject(new Error('by HTTP')))
  vi.stubGlobal('fetch', fetched)
  const asked = requestTogether(chainId, [
    ['eth_chainId', []],
    ['eth_getCode', [`0x${'0'.repeat(40)}`, 'latest']],
  ])
  expect(await Promise.all(asked)).toEqual(['0x30a', '0x'])
  expect(fetched).not.toHaveBeenCalled()
})

test('the node’s own error comes as it is, and silence as 4901', async () => {
  await expect(request(chainId, 'eth_getBalance', ['x'])).rejects.toMatchObject({ code: -32602 })
  await setUrl('ws://127.0.0.1:9')
  await expect(request(chainId, 'eth_chainId', [])).rejects.toMatchObject({ code: 4901 })
})

test('heads are announced, until nobody listens', async () => {
  const tell = vi.fn()
  const stop = headsOf(chainId, tell)
  await request(chainId, 'eth_blockNumber', [])
  await mine()
  await vi.waitFor(() => expect(tell).toHaveBeenCalled())
  stop?.()
  tell.mockClear()
  const other = vi.fn()
  const stopOther = headsOf(chainId, other)
  await mine()
  await vi.waitFor(() => expect(other).toHaveBeenCalled())
  expect(tell).not.toHaveBeenCalled()
  stopOther?.()
})

test('a line that broke is opened again', async () => {
  const port = Number(new URL(anvil.url).port)
  const tell = vi.fn()
  await request(chainId, 'eth_chainId', [])
  const stop = headsOf(chainId, tell)
  await anvil.stop()
  await vi.waitFor(() => expect(tell).toHaveBeenCalled())
  stop?.()
  await expect(request(chainId, 'eth_chainId', [])).rejects.toMatchObject({ code: 4901 })
  anvil = await startAnvil({ chainId, port, hardfork: 'prague' })
  expect(await request(chainId, 'eth_chainId', [])).toBe('0x30a')
})

test('a node that is asked by HTTP announces nothing', async () => {
  await setUrl(anvil.url)
  expect(headsOf(chainId, () => undefined)).toBeUndefined()
})
