import { describe, expect, test, vi } from 'vitest'
import { newsFor } from '@/lib/subscriptions/advance'
import { createBlocks, latestOf } from '@/lib/subscriptions/blocks'
import type { Delivery } from '@/lib/subscriptions/wire'
import { createSubscriptions } from '@/lib/subscriptions/subscriptions'
import { dapp } from '../accounts'
import { hashOf, openChain } from './minedChain'
import { openPlace } from './subscribedPages'

const open = () => {
  const chain = openChain()
  const blocks = createBlocks((method, params) => chain.request(1, method, params))
  return { chain, blocks }
}

describe('a node that changes its mind while it is asked', () => {
  test('is asked again: blocks of two branches are not taken for one chain', async () => {
    const { chain, blocks } = open()
    await blocks.look()
    chain.mine('a', 'b', 'c')
    // The blocks by number are of another branch than the newest was.
    const [, a] = chain.blocks
    const foreign = { ...a, number: '0x1', hash: hashOf('z'), parentHash: hashOf('genesis') }
    chain.node.gate = (method) => {
      if (method === 'eth_getBlockByNumber') chain.blocks[1] = foreign as never
      return Promise.resolve()
    }
    await expect(blocks.look()).rejects.toThrow('two branches')
    expect(blocks.top()).toBe(0)
    chain.node.gate = () => Promise.resolve()
    chain.blocks[1] = a as never
    await blocks.look()
    expect((await blocks.at(1))?.hash).toBe(hashOf('a'))
    expect(blocks.top()).toBe(3)
  })

  test('also where older blocks are fetched', async () => {
    const { chain, blocks } = open()
    chain.mine('a', 'b', 'c')
    await blocks.look()
    const [, a] = chain.blocks
    chain.blocks[1] = { ...a, hash: hashOf('z') } as never
    await expect(blocks.at(1)).rejects.toThrow('two branches')
    chain.blocks[1] = a as never
    expect((await blocks.at(1))?.hash).toBe(hashOf('a'))
  })

  test('ends the news before the first block of another branch', async () => {
    const { chain, blocks } = open()
    await blocks.look()
    chain.mine('a', 'b')
    await blocks.look()
    const news = await newsFor(blocks, [[0, hashOf('genesis')]], async () => {
      chain.reorg(chain.blocks.length - 1, 'a2', 'b2')
      await blocks.look()
      return []
    })
    expect(news).toEqual({ gone: 0, blocks: [[1, hashOf('a'), []]] })
  })

  test.each([null, {}, { number: '0x1' }, 'a text'])('%j is no block: 4901', async (block) => {
    await expect(latestOf(() => Promise.resolve(block))).rejects.toMatchObject({ code: 4901 })
  })
})

describe('a slow node', () => {
  /** A page subscribed to logs, which the node does not give before it is let. */
  const slow = async () => {
    const place = openPlace()
    const page = place.openPage()
    const id = await page.subscribe('logs')
    place.chain.mine('a')
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    place.chain.node.gate = (method) => (method === 'eth_getLogs' ? gate : Promise.resolve())
    await place.look(3)
    return { ...place, page, id, open: () => open() }
  }

  test('is asked for the same once', async () => {
    const { chain, page, look, open } = await slow()
    expect(chain.asked.filter(([method]) => method === 'eth_getLogs')).toHaveLength(1)
    open()
    await look(2)
    expect(page.heard()).toEqual(['log a'])
  })

  test('has nothing more to say to whom has ended it meanwhile', async () => {
    const { page, id, look, open } = await slow()
    expect(page.unsubscribe(id)).toBe(true)
    const posted = page.posted.length
    open()
    await look(2)
    expect(page.told).toEqual([])
    expect(page.posted).toHaveLength(posted)
  })

  test('nor to a site that has moved to another network', async () => {
    const { page, chainIds, chains, background, look, open } = await slow()
    chainIds[dapp] = 2
    await background.subscriptions.moved()
    open()
    await look(2)
    chains[2].mine('x')
    await look(2)
    expect(page.heard()).toEqual(['log x'])
  })
})

test('a silent network is asked ever more rarely, and as often as before once it answers', async () => {
  const { chain, openPage, look, waits } = openPlace()
  await openPage().subscribe('newHeads')
  await look()
  chain.node.fails = () => true
  await look(6)
  chain.node.fails = () => false
  await look(1)
  expect(waits).toEqual([1_000, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 1_000])
})

test('nothing is told before the answer with the id is out', async () => {
  const chain = openChain()
  const [deliveries, others]: [Delivery[], Delivery[]] = [[], []]
  /** Each ends the turn in which the answer with an id goes out. */
  const answered: (() => void)[] = []
  const subscriptions = createSubscriptions({
    request: chain.request,
    wait: (ms) =>
      new Promise((resolve) => {
        if (ms === 0) answered.push(resolve)
        else setTimeout(resolve, 1)
      }),
    chainOf: () => Promise.resolve(1),
    awake: () => undefined,
  })
  const sender = { documentId: 'd', origin: dapp }
  const line = subscriptions.opened(sender, (delivery) => deliveries.push(delivery))
  await subscriptions.subscribe(
    { ...sender, id: '0'.repeat(32), wire: '["newHeads"]' },
    { kind: 'newHeads' },
    1,
  )
  const other = { documentId: 'e', origin: dapp }
  const otherLine = subscriptions.opened(other, (delivery) => others.push(delivery))
  await subscriptions.subscribe(
    { ...other, id: '1'.repeat(32), wire: '["newHeads"]' },
    { kind: 'newHeads' },
    1,
  )
  answered[1]?.()
  chain.mine('a')
  // The page that subscribed later is told after the one before it would be.
  await vi.waitFor(() => expect(others).toHaveLength(2))
  expect(deliveries.map(({ wire }) => wire)).toEqual(['["newHeads"]'])
  answered[0]?.()
  await vi.waitFor(() =>
    expect(deliveries.map(({ wire }) => wire)).toEqual(['["newHeads"]', undefined]),
  )
  line.closed()
  otherLine.closed()
})
