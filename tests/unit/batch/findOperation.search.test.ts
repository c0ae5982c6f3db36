import { pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { operationFilter } from '@/lib/sponsor/operationOutcome'
import { alice, bob, stranger } from '../accounts'
import { hashOf } from './batches'
import { silence } from './fakeChain'
import { openSearch, useLog } from './operationSearch'

const bundle = hashOf('bundle')

/** Opens a node that has the log of a use in a block. */
const withLog = (block: number, log = useLog()) => {
  const place = openSearch()
  place.node.logs = [{ block, transactionHash: bundle, log }]
  return place
}

describe('what used a nonce', () => {
  test('is found by its log, with one search', async () => {
    const { node, look, times } = withLog(500)
    expect(await look()).toMatchObject({
      transactionHash: bundle,
      blockNumber: '0x1f4',
      topics: useLog().topics,
    })
    expect(node.asked).toEqual([
      { method: 'eth_blockNumber', params: [] },
      {
        method: 'eth_getLogs',
        params: [
          {
            ...operationFilter([null, pad(alice)]),
            fromBlock: '0x24',
            toBlock: '0x40b',
          },
        ],
      },
    ])
    expect(times('eth_call')).toBe(0)
  })

  test('may be another operation', async () => {
    const { look } = withLog(500, useLog({ name: 'other' }))
    expect((await look())?.topics?.[1]).toBe(hashOf('other'))
  })

  test.each([
    ['the first block that is searched, 64 before the signature', 100, 36],
    ['the last block of the first search', 100, 1_035],
    ['the very first block of the chain', 10, 0],
  ])('is found in %s', async (_, since, block) => {
    const { node, look } = withLog(block)
    expect(await look(since)).toMatchObject({ transactionHash: bundle })
    expect(node.searches).toHaveLength(1)
  })

  test('is found in the newest block, after which nothing is searched', async () => {
    const { node, look } = withLog(300)
    node.end = 300
    expect(await look()).toMatchObject({ transactionHash: bundle })
    expect(node.searches).toEqual([[36, 300]])
  })

  test('is found in the newest block, also where that is alone behind full ranges', async () => {
    const { node, look } = withLog(2_036)
    node.end = 2_036
    expect(await look()).toMatchObject({ transactionHash: bundle })
    expect(node.searches.at(-1)).toEqual([2_036, 2_036])
  })

  test('is not what was long before the signature', async () => {
    const { look } = withLog(35)
    expect(await look()).toBeUndefined()
  })

  test.each([
    ['another contract', useLog({ address: stranger })],
    ['another account', useLog({ account: bob })],
    ['another nonce', useLog({ nonce: 8n })],
    ['an event of another form', { ...useLog(), data: pad('0x07', { size: 32 }) }],
    ['a longer event', { ...useLog(), data: pad('0x07', { size: 160, dir: 'right' }) }],
    ['another event', { ...useLog(), topics: [hashOf('event')] }],
  ])('is not what a node names in its place, but what it names behind it: %s', async (_, log) => {
    const { node, look } = withLog(500, log)
    node.logs.push({ block: 500, transactionHash: hashOf('right'), log: useLog() })
    expect(await look()).toMatchObject({ transactionHash: hashOf('right') })
  })
})

/** Ranges of so many blocks each, from a block on. */
const ranges = (from: number, count: number, width: number) =>
  Array.from({ length: count }, (_, at) => [from + at * width, from + (at + 1) * width - 1])

describe('a search', () => {
  test('takes 1,000 blocks at once, one time before the state is asked for and 20 times after', async () => {
    const { node, look } = openSearch()
    node.end = 40_000
    expect(await look()).toBeUndefined()
    expect(node.searches).toEqual(ranges(36, 21, 1_000))
    const methods = node.asked.map(({ method }) => method)
    expect(methods.indexOf('eth_call')).toBe(2)
    expect(methods.lastIndexOf('eth_call')).toBeLessThan(methods.lastIndexOf('eth_getLogs') - 18)
  })

  test('goes on with the next look where it was, and ends at the newest block', async () => {
    const { node, look } = openSearch()
    node.end = 22_000
    await look()
    node.searches = []
    expect(await look()).toBeUndefined()
    expect(node.searches).toEqual([
      [21_036, 22_000],
      // The last 64 blocks again, as a reorg may put an operation there.
      [21_937, 22_000],
    ])
    node.end = 22_500
    node.searches = []
    node.logs = [{ block: 22_400, transactionHash: bundle, log: useLog() }]
    expect(await look()).toMatchObject({ transactionHash: bundle })
    expect(node.searches).toEqual([[21_937, 22_500]])
  })

  test('finds what a reorg has put 63 blocks below the newest one', async () => {
    const { node, look } = openSearch()
    await look()
    node.logs = [{ block: 9_937, transactionHash: bundle, log: useLog() }]
    expect(await look()).toMatchObject({ transactionHash: bundle })
  })

  test('never begins more than 64 blocks before the signature', async () => {
    const { node, look } = openSearch()
    node.end = 60
    await look()
    await look()
    expect(node.searches).toEqual([
      [36, 60],
      [36, 60],
      [36, 60],
      [36, 60],
    ])
  })

  test('of one operation does not begin where another one’s ended', async () => {
    const { node, searcher, look } = openSearch()
    searcher.places.set(hashOf('another'), { next: 5_000, step: 1 })
    await look()
    expect(node.searches[0]).toEqual([36, 1_035])
  })

  test('does not search where the signature is newer than the node', async () => {
    const { node, look } = openSearch()
    node.end = 35
    expect(await look()).toBeUndefined()
    expect(node.searches).toEqual([])
  })
})

describe('a node that searches few blocks at once', () => {
  test('is asked for fewer, also at the next look', async () => {
    const { node, look } = openSearch()
    node.widest = 100
    await look()
    expect(node.searches).toEqual([[36, 1_035], ...ranges(36, 20, 100)])
    node.searches = []
    await look()
    expect(node.searches).toEqual(ranges(2_036, 21, 100))
  })

  test('is asked down to a single block', async () => {
    const { node, look } = withLog(37)
    node.widest = 1
    expect(await look()).toMatchObject({ transactionHash: bundle })
    expect(node.searches).toEqual([
      [36, 1_035],
      [36, 135],
      [36, 45],
      [36, 36],
      [37, 37],
    ])
  })

  test('is left alone once it does not take even one', async () => {
    const { node, look } = openSearch()
    node.widest = 0
    expect(await look()).toBeUndefined()
    expect(node.searches).toEqual([
      [36, 1_035],
      [36, 135],
      [36, 45],
      [36, 36],
    ])
  })
})

describe('a node that cannot tell now', () => {
  test('because it is silent, is asked for as many blocks again', async () => {
    const { node, look } = openSearch()
    let silent = 0
    node.answers.eth_getLogs = () => {
      silent++
      return silence()
    }
    expect(await look()).toBeUndefined()
    expect(silent).toBe(2)
    node.answers = {}
    node.logs = [{ block: 1_035, transactionHash: bundle, log: useLog() }]
    expect(await look()).toMatchObject({ transactionHash: bundle })
    expect(node.searches).toEqual([[36, 1_035]])
  })

  test('because it does not search for logs, is asked from the same block again', async () => {
    const { node, look, times } = openSearch()
    node.answers.eth_getLogs = () => null
    expect(await look()).toBeUndefined()
    expect(times('eth_getLogs')).toBe(2)
    node.answers = {}
    await look()
    expect(node.searches[0]).toEqual([36, 1_035])
  })

  test('because it does not say how many blocks there are, is an error', async () => {
    const { node, look } = openSearch()
    node.answers.eth_blockNumber = silence
    await expect(look()).rejects.toMatchObject({ code: 4901 })
  })
})
