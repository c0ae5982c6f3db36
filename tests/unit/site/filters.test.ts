import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cache } from '@/lib/db'
import { askNode } from '@/lib/network/node'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/nodes'
import { other } from '../people'
import { connectSite, newId, openWallet } from './wallet'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const topic = `0x${'d'.repeat(64)}`

type Range = { fromBlock?: string; toBlock?: string }

/** A node whose every block has one log, named by its height. */
const openNode = (height: number) => {
  const node = { height }
  const { asked } = fakeNode({
    eth_blockNumber: () => `0x${node.height.toString(16)}`,
    eth_getBlockByNumber: (number: string) => ({ hash: `0xhash${Number(number)}` }),
    eth_getLogs: ({ fromBlock = '0x0', toBlock = `0x${node.height.toString(16)}` }: Range) =>
      Array.from({ length: Number(toBlock) - Number(fromBlock) + 1 }, (_, at) => ({
        data: `log ${Number(fromBlock) + at}`,
      })),
  })
  const logs = () => asked.filter(({ method }) => method === 'eth_getLogs')
  return { node, asked, logs }
}

const open = (height = 10) => {
  const { send, node } = openWallet()
  node.mockImplementation(askNode)
  const chain = openNode(height)
  const make = async (criteria: object = {}, from = {}) =>
    (await send('eth_newFilter', [criteria], from)).result as string
  const changes = async (id: string, from = {}) => {
    const { result, error } = await send('eth_getFilterChanges', [id], from)
    return (
      error ??
      (result as (string | { data: string })[]).map((one) =>
        typeof one === 'string' ? one : one.data,
      )
    )
  }
  return { send, make, changes, ...chain }
}

const notFound = { code: -32000, message: 'filter not found' }

beforeEach(async () => {
  vi.restoreAllMocks()
  await emptyDatabase()
})

describe('a filter', () => {
  test('finds what is new since it was last asked, and nothing twice', async () => {
    const { node, make, changes } = open()
    const id = await make()
    expect(id).toMatch(/^0x[0-9a-f]{32}$/)
    expect(await changes(id)).toEqual([])
    node.height = 12
    expect(await changes(id)).toEqual(['log 11', 'log 12'])
    expect(await changes(id)).toEqual([])
    node.height = 13
    expect(await changes(id)).toEqual(['log 13'])
  })

  test('asks the node for its addresses and topics, within the blocks it is for', async () => {
    const { node, make, changes, logs } = open()
    const bounds = { fromBlock: '0xc', toBlock: '0xd' }
    const id = await make({ address: usdc, topics: [topic, null, [topic]], ...bounds })
    for (node.height of [11, 12, 20, 21]) await changes(id)
    expect(logs().map(({ params }) => params)).toEqual([
      [{ address: usdc, topics: [topic, null, [topic]], fromBlock: '0xc', toBlock: '0xc' }],
      [{ address: usdc, topics: [topic, null, [topic]], fromBlock: '0xd', toBlock: '0xd' }],
    ])
  })

  test('spans 1,024 blocks in one answer, and goes on behind them in the next', async () => {
    const { node, make, changes } = open()
    const id = await make()
    node.height = 2_000
    const [first, second] = [await changes(id), await changes(id)] as string[][]
    expect([first?.length, first?.[0], first?.at(-1)]).toEqual([1_024, 'log 11', 'log 1034'])
    expect([second?.[0], second?.at(-1)]).toEqual(['log 1035', 'log 2000'])
  })

  test('gives two questions at once each log once', async () => {
    const { node, make, changes } = open()
    const id = await make()
    node.height = 12
    const both = await Promise.all([changes(id), changes(id)])
    expect(both.flat()).toEqual(['log 11', 'log 12'])
  })

  test('gives a question that is sent again the same answer', async () => {
    const { node, make, changes } = open()
    const id = await make()
    node.height = 12
    const asked = { id: newId() }
    expect(await changes(id, asked)).toEqual(['log 11', 'log 12'])
    node.height = 13
    expect(await changes(id, asked)).toEqual(['log 11', 'log 12'])
    expect(await changes(id)).toEqual(['log 13'])
  })

  test('that a silent node could not answer for has lost nothing', async () => {
    const { node, make, changes } = open()
    const id = await make()
    node.height = 12
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
    expect(await changes(id)).toMatchObject({ code: 4901 })
    openNode(12)
    expect(await changes(id)).toEqual(['log 11', 'log 12'])
  })

  test('gives all that it matches to eth_getFilterLogs, told or not', async () => {
    const { send, make, logs } = open()
    const id = await make({ fromBlock: '0x9' })
    const { result } = await send('eth_getFilterLogs', [id])
    expect(result).toEqual([{ data: 'log 9' }, { data: 'log 10' }])
    expect(logs()[0]?.params).toEqual([{ fromBlock: '0x9' }])
  })

  test('for blocks gives their hashes, 128 at once', async () => {
    const { send, node, changes } = open()
    const id = (await send('eth_newBlockFilter', [])).result as string
    node.height = 12
    expect(await changes(id)).toEqual(['0xhash11', '0xhash12'])
    node.height = 200
    expect(await changes(id)).toHaveLength(128)
    expect(await changes(id)).toHaveLength(60)
    expect((await send('eth_getFilterLogs', [id])).error).toEqual(notFound)
  })
})

describe('a filter is there', () => {
  test('for its own site alone', async () => {
    const { send, make, changes } = open()
    const id = await make()
    const from = { origin: other }
    expect(await changes(id, from)).toEqual(notFound)
    expect((await send('eth_getFilterLogs', [id], from)).error).toEqual(notFound)
    expect((await send('eth_uninstallFilter', [id], from)).result).toBe(false)
    expect(await changes(id)).toEqual([])
  })

  test('on its own network alone', async () => {
    await connectSite()
    const { make, changes } = open()
    const id = await make()
    await connectSite(undefined, undefined, 84532)
    expect(await changes(id)).toEqual(notFound)
    await connectSite()
    expect(await changes(id)).toEqual([])
  })

  test('until it is uninstalled', async () => {
    const { send, make, changes } = open()
    const id = await make()
    expect((await send('eth_uninstallFilter', [id])).result).toBe(true)
    expect((await send('eth_uninstallFilter', [id])).result).toBe(false)
    expect(await changes(id)).toEqual(notFound)
  })

  test('no more once it was uninstalled while its node was slow', async () => {
    const { send, make, changes, node } = open()
    const id = await make()
    node.height = 12
    const answer = globalThis.fetch
    let letGo: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    const fetch = vi.fn((...asked: Parameters<typeof answer>) => gate.then(() => answer(...asked)))
    vi.stubGlobal('fetch', fetch)
    const slow = changes(id)
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
    expect((await send('eth_uninstallFilter', [id])).result).toBe(true)
    letGo()
    expect(await slow).toEqual(['log 11', 'log 12'])
    expect(await changes(id)).toEqual(notFound)
    expect(await cache.filters.count()).toBe(0)
  })

  test('until 5 minutes have passed without a question, and then its row goes', async () => {
    const { send, make, changes } = open()
    const id = await make()
    const now = vi.spyOn(Date, 'now')
    const later = (ms: number) => now.mockReturnValue(new Date().getTime() + ms)
    later(299_000)
    expect(await changes(id)).toEqual([])
    later(598_000)
    expect((await send('eth_getFilterLogs', [id])).result).toHaveLength(11)
    later(897_000)
    expect(await changes(id)).toEqual([])
    later(897_000 + 300_000)
    expect(await changes(id)).toEqual(notFound)
    await make()
    expect(await cache.filters.count()).toBe(1)
  })

  test('while its site has not made 256 others since it was asked', async () => {
    const { make, changes } = open()
    const now = vi.spyOn(Date, 'now')
    let time = 1_000
    now.mockImplementation(() => time++)
    const ids: string[] = []
    for (let at = 0; at < 256; at++) ids.push(await make())
    expect(await changes(ids[0] ?? '')).toEqual([])
    await make()
    expect(await changes(ids[0] ?? '')).toEqual([])
    expect(await changes(ids[1] ?? '')).toEqual(notFound)
    expect(await changes(ids[2] ?? '')).toEqual([])
  })
})

test.each<[string, unknown, string]>([
  ['no criteria', [], 'params[0] '],
  ['an address that is none', [{ address: '0x1' }], 'address must be an address'],
  ['five topics', [{ topics: [null, null, null, null, null] }], 'topics must be a list of up to 4'],
  ['a topic that is none', [{ topics: ['0x1'] }], 'topics[0] must be a hash'],
  ['a block that is none', [{ fromBlock: 'soon' }], 'fromBlock must be a hex quantity'],
  ['one block', [{ blockHash: topic }], 'blockHash must be absent: ask eth_getLogs'],
])('criteria that are wrong are refused by name: %s', async (_, params, message) => {
  const { send } = open()
  const { error } = await send('eth_newFilter', params)
  expect(error?.code).toBe(-32602)
  expect(error?.message).toContain(message)
})

test('keys that are null count as absent', async () => {
  const { make, node, changes, logs } = open()
  const nothing = { address: null, topics: null, fromBlock: null, toBlock: null, blockHash: null }
  const id = await make(nothing)
  node.height = 11
  expect(await changes(id)).toEqual(['log 11'])
  expect(logs()[0]?.params).toEqual([{ fromBlock: '0xb', toBlock: '0xb' }])
})

test('pending transactions are nobody’s to hear of', async () => {
  const { send } = open()
  expect((await send('eth_newPendingTransactionFilter', [])).error?.code).toBe(4200)
})
