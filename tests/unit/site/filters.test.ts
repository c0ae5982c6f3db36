import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectSite } from '../../harness/connectSite'
import { emptyDatabase } from '../database'
import { notFound, open, openNode } from './filterWallet'
import { newId } from './siteWallet'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const topic = `0x${'d'.repeat(64)}`

beforeEach(async () => {
  vi.restoreAllMocks()
  await emptyDatabase()
  // A site that is not connected would run out of its share.
  await connectSite(undefined, undefined, 31337)
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

test('keys that are null count as absent', async () => {
  const { make, node, changes, logs } = open()
  const nothing = { address: null, topics: null, fromBlock: null, toBlock: null, blockHash: null }
  const id = await make(nothing)
  node.height = 11
  expect(await changes(id)).toEqual(['log 11'])
  expect(logs()[0]?.params).toEqual([{ fromBlock: '0xb', toBlock: '0xb' }])
})
