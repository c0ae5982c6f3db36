import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { askEvery } from '@/lib/network/everyNode'
import { loadNetworks } from '@/lib/network/urls'
import { toWire } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'

const urls = ['https://one.example/', 'https://two.example/', 'https://three.example/']

beforeEach(async () => {
  await emptyDatabase()
  await journal.networks.put({ chainId: 8453, urls })
  await loadNetworks()
})

afterEach(() => vi.unstubAllGlobals())

/** Lets each URL answer by itself; all serve Base unless `chains` says otherwise. */
const answering = (
  answers: Record<string, Record<string, unknown>>,
  chains: Record<string, string> = {},
) =>
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const answer = method === 'eth_chainId' ? { result: chains[url] ?? '0x2105' } : answers[url]
    if (!answer) return Promise.reject(new Error('no answer'))
    return Promise.resolve(new Response(JSON.stringify({ id, ...answer })))
  })

test('each RPC answers for itself, in the order of the RPCs', async () => {
  const error = { code: -32000, message: 'missing trie node' }
  answering({ 'https://one.example/': { error }, 'https://three.example/': { result: '0x1' } })
  const [first, second, third] = await askEvery(8453, 'eth_getCode', [])
  expect(toWire(first && 'error' in first && first.error)).toEqual(error)
  expect(toWire(second && 'error' in second && second.error).code).toBe(4901)
  expect(third).toEqual({ value: '0x1' })
})

test('one that serves another chain does not count', async () => {
  const strange = 'https://strange.example/'
  await journal.networks.put({ chainId: 8453, urls: [strange] })
  await loadNetworks()
  answering({ [strange]: { result: '0x1' } }, { [strange]: '0x1' })
  const [answer] = await askEvery(8453, 'eth_getCode', [])
  expect(toWire(answer && 'error' in answer && answer.error).code).toBe(4901)
})

test.each([
  'eth_getCode',
  'eth_getTransactionCount',
  'eth_getBalance',
  'eth_call',
  'debug_traceTransaction',
])('one without a value for %s has not answered', async (method) => {
  answering({
    'https://one.example/': { result: null },
    'https://two.example/': { result: method.startsWith('debug') ? { type: 'CALL' } : '0x1' },
    'https://three.example/': { result: 'nothing' },
  })
  const [none, value, strange] = await askEvery(8453, method, [])
  expect(none).toMatchObject({ error: { code: -32603 } })
  expect(value).toHaveProperty('value')
  expect(strange).toMatchObject({ error: { code: -32603 } })
})

test('a block that one does not have is its answer', async () => {
  answering({ 'https://one.example/': { result: null } })
  expect((await askEvery(8453, 'eth_getBlockByNumber', []))[0]).toEqual({ value: null })
})
