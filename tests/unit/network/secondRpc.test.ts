import { beforeEach, describe, expect, test, vi } from 'vitest'
import { journal } from '@/lib/db'
import { chainAt } from '@/lib/network/chainAt'
import { askSecond, hasSecond } from '@/lib/network/secondRpc'
import { emptyDatabase } from '../database'
import { fakeNode, nodeError } from './fakeNode'

const secondUrl = 'https://second.example/v2/SECRET?key=SECRET'
const base = { eth_chainId: () => '0x2105' }
const ask = () => askSecond(8453, 'eth_getBlockByNumber', ['0x1', false])

beforeEach(async () => {
  await emptyDatabase()
  await journal.networks.put({ chainId: 8453, secondUrl })
})

test('it is asked at its own address, and what it answers is handed back', async () => {
  const block = { hash: '0x1' }
  const { asked } = fakeNode({ ...base, eth_getBlockByNumber: () => block })
  expect(await hasSecond(8453)).toBe(true)
  expect(await ask()).toEqual(block)
  expect(asked.find(({ method }) => method === 'eth_getBlockByNumber')).toEqual({
    url: secondUrl,
    method: 'eth_getBlockByNumber',
    params: ['0x1', false],
  })
})

test('a block that it does not have is an answer: null', async () => {
  fakeNode({ ...base, eth_getBlockByNumber: () => null })
  expect(await ask()).toBeNull()
})

test('where there is none, nobody is asked', async () => {
  const { asked } = fakeNode({ ...base, eth_getBlockByNumber: () => ({}) })
  await journal.networks.put({ chainId: 84532 })
  for (const chainId of [84532, 31337]) {
    expect(await hasSecond(chainId)).toBe(false)
    expect(await askSecond(chainId, 'eth_getBlockByNumber', ['0x1', false])).toBeUndefined()
  }
  expect(asked).toEqual([])
})

describe('there is no answer from', () => {
  test.each(['0x1', '0x14a34', null, 8453, '8453', '0x', ['0x2105']])(
    'the node of another chain: %j',
    async (served) => {
      fakeNode({ eth_chainId: () => served, eth_getBlockByNumber: () => ({ hash: '0x1' }) })
      expect(await ask()).toBeUndefined()
    },
  )

  test('one that answers an error', async () => {
    const error = nodeError(-32000, `no such block at ${secondUrl}`)
    fakeNode({
      ...base,
      eth_getBlockByNumber: () => {
        throw error
      },
    })
    expect(await ask()).toBeUndefined()
  })

  test.each<[string, () => Promise<Response>]>([
    ['a page of HTML', () => Promise.resolve(new Response('<html></html>'))],
    ['one that asks to slow down', () => Promise.resolve(new Response('slow', { status: 429 }))],
    ['one that cannot be reached', () => Promise.reject(new TypeError(secondUrl))],
  ])('%s', async (_, answer) => {
    vi.stubGlobal('fetch', answer)
    expect(await ask()).toBeUndefined()
    expect(await chainAt(secondUrl)).toBeUndefined()
  })

  test('one that takes longer than 3 s', async () => {
    const deadline = vi.spyOn(AbortSignal, 'timeout')
    fakeNode({ ...base, eth_getBlockByNumber: () => null })
    await ask()
    expect(deadline.mock.calls).toEqual([[3_000], [3_000]])
    deadline.mockRestore()
  })
})
