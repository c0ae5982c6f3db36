import { beforeEach, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { findNetwork } from '@/lib/network/networks'
import { loadNetworks, urlsOf } from '@/lib/network/urls'
import { verbs } from '@/lib/wallet'
import type { WalletServices } from '@/lib/wallet/services'
import { emptyDatabase } from '../database'

const services = {} as WalletServices
const url = 'https://own.example/KEY'
const own = { chainId: 777, url, name: 'Own Net', symbol: 'OWN' }
const add = (change: Partial<typeof own> = {}) => verbs.addNetwork({ ...own, ...change }, services)

/** A fake of `fetch`: the node at that URL serves chain 777, and any other is silent. */
const node = () =>
  vi.stubGlobal('fetch', (asked: string, { body }: { body: string }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    if (asked !== url) return Promise.reject(new TypeError(asked))
    const result = { eth_chainId: '0x309', eth_getCode: '0x' }[method] ?? null
    return Promise.resolve(new Response(JSON.stringify({ id, result })))
  })

beforeEach(async () => {
  await emptyDatabase()
  await loadNetworks()
  node()
})

test.each<[string, number | string]>([
  [url, 777],
  ['https://silent.example', 'no answer'],
  ['own.example', 'bad url'],
  ['http://own.example', 'bad url'],
])('the chain at %s', async (asked, found) => {
  expect(await verbs.findChain({ url: asked }, services)).toBe(found)
})

test('a network is added with the node that serves it', async () => {
  await add()
  expect(findNetwork(777)).toMatchObject({ name: 'Own Net', symbol: 'OWN', decimals: 18 })
  expect(urlsOf(777)).toEqual([url])
})

test.each([
  { name: '' },
  { name: ' Own' },
  { name: 'Оwn' },
  { name: 'n'.repeat(51) },
  { symbol: '' },
  { symbol: 'O WN' },
  { url: 'http://own.example' },
  { url: 'https://silent.example' },
  { chainId: 778 },
])('none is added with %j', async (change) => {
  await expect(add(change)).rejects.toThrow()
  expect(await journal.networks.count()).toBe(0)
})

test('one that is there stays as it is', async () => {
  await add()
  await add({ name: 'Another' })
  expect(findNetwork(777)?.name).toBe('Own Net')
})
