import { describe, expect, test } from 'vitest'
import { other } from '../accounts'
import { openPlace } from './subscribedPages'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

describe('new heads', () => {
  test('are told once and in order, also when several were mined between two looks', async () => {
    const { chain, look, openPage } = openPlace()
    const page = openPage()
    const id = await page.subscribe('newHeads')
    expect(id).toMatch(/^0x[0-9a-f]{32}$/)
    await look()
    expect(page.told).toEqual([])
    chain.mine('a')
    await look(3)
    chain.mine('b', 'c', ...Array.from({ length: 40 }, (_, at) => `d${at}`))
    await look(2)
    const names = ['a', 'b', 'c', ...Array.from({ length: 40 }, (_, at) => `d${at}`)]
    expect(page.told).toEqual(names.map((name) => [id, name]))
  })

  test('are headers: without the transactions', async () => {
    const { chain, look, openPage, background } = openPlace()
    const deliveries: unknown[] = []
    background.subscriptions.opened({ documentId: 'd', origin: 'https://a' }, (delivery) =>
      deliveries.push(delivery),
    )
    openPage()
    const asked = { id: '0'.repeat(32), documentId: 'd', origin: 'https://a', wire: '["newHeads"]' }
    await background.subscriptions.subscribe(asked, { kind: 'newHeads' }, 1)
    chain.mine('a')
    await look(2)
    expect(deliveries).toHaveLength(2)
    const { transactions: _, ...header } = chain.blocks[1] ?? {}
    expect(deliveries[1]).toMatchObject({ blocks: [[1, chain.blocks[1]?.hash, [header]]] })
    expect(JSON.stringify(deliveries)).not.toContain('transactions')
  })

  test('begin with the block after the one that was newest when the page got its id', async () => {
    const { chain, look, openPage } = openPlace()
    const page = openPage()
    chain.mine('before')
    await page.subscribe('newHeads')
    chain.mine('at once')
    await look()
    expect(page.heard()).toEqual(['at once'])
  })

  test('of a new branch are told from the fork on', async () => {
    const { chain, look, openPage } = openPlace()
    const page = openPage()
    chain.mine('a')
    await page.subscribe('newHeads')
    chain.mine('b', 'c')
    await look(2)
    chain.reorg(2, 'b2', 'c2', 'd2')
    await look(2)
    chain.reorg(1, 'd3')
    await look(2)
    expect(page.heard()).toEqual(['b', 'c', 'b2', 'c2', 'd2', 'd3'])
  })

  test('are not told again by a node that lags, and not taken for a re-org', async () => {
    const { chain, look, openPage, restart } = openPlace()
    const page = openPage()
    await page.subscribe('logs', usdc)
    chain.mine('a', 'b')
    await look(2)
    chain.node.lag = 1
    await look(2)
    await restart()
    await look(2)
    chain.node.lag = 0
    chain.mine('c')
    await look(2)
    expect(page.heard()).toEqual(['log a', 'log b', 'log c'])
  })

  test('go on from where a silent node stopped', async () => {
    const { chain, look, openPage } = openPlace()
    const page = openPage()
    await page.subscribe('newHeads')
    chain.mine('a')
    chain.node.fails = () => true
    await look(2)
    expect(page.told).toEqual([])
    chain.mine('b', 'c')
    chain.node.fails = (_method, [which]) => which === '0x2'
    await look(2)
    chain.node.fails = () => false
    await look(2)
    expect(page.heard()).toEqual(['a', 'b', 'c'])
  })
})

describe('logs', () => {
  test('are asked for by block hash, once for all who want the same', async () => {
    const { chain, look, openPage } = openPlace()
    const pages = [openPage(), openPage(other)]
    for (const page of pages) await page.subscribe('logs', usdc)
    chain.mine('a', 'b')
    await look(2)
    for (const page of pages) expect(page.heard()).toEqual(['log a', 'log b'])
    const asked = chain.asked.filter(([method]) => method === 'eth_getLogs')
    expect(asked.map(([, params]) => params)).toEqual(
      chain.blocks.slice(1).map(({ hash }) => [{ address: usdc, blockHash: hash }]),
    )
  })

  test('of blocks that a re-org took are told again as removed, before the new ones', async () => {
    const { chain, look, openPage, restart } = openPlace()
    const page = openPage()
    await page.subscribe('logs', usdc)
    chain.mine('a', 'b', 'c')
    await look(2)
    chain.reorg(2, 'b2', 'c2')
    await look(2)
    expect(page.heard().slice(3)).toEqual(['log b gone', 'log c gone', 'log b2', 'log c2'])
    // A reorg while the background was stopped is told, too.
    chain.reorg(1, 'c3', 'd3')
    await restart()
    await look()
    expect(page.heard().slice(7)).toEqual(['log c2 gone', 'log c3', 'log d3'])
  })

  test('that a node does not give yet hold up what comes after, and are not lost', async () => {
    const { chain, look, openPage } = openPlace()
    const page = openPage()
    await page.subscribe('logs', usdc)
    chain.mine('a', 'b', 'c')
    chain.node.fails = (method, [params]) =>
      method === 'eth_getLogs' &&
      (params as { blockHash: string }).blockHash === chain.blocks[2]?.hash
    await look(2)
    expect(page.heard()).toEqual(['log a'])
    chain.node.fails = () => false
    await look(2)
    expect(page.heard()).toEqual(['log a', 'log b', 'log c'])
  })
})

describe('a background that is stopped', () => {
  test('loses nothing and doubles nothing, and the id stays', async () => {
    const { chain, look, openPage, restart } = openPlace()
    const page = openPage()
    const heads = await page.subscribe('newHeads')
    const logs = await page.subscribe('logs', usdc)
    chain.mine('a')
    await look(2)
    await restart()
    chain.mine('b')
    await restart()
    await look()
    chain.mine('c', 'd')
    await look(2)
    const of = (id: string) => page.told.filter(([one]) => one === id).map(([, what]) => what)
    expect(of(heads)).toEqual(['a', 'b', 'c', 'd'])
    expect(of(logs)).toEqual(['log a', 'log b', 'log c', 'log d'])
    expect(page.unsubscribe(heads)).toBe(true)
  })

  test('tells again what was lost with the Port', async () => {
    const { chain, look, openPage, restart } = openPlace()
    const page = openPage()
    await page.subscribe('newHeads')
    chain.mine('a')
    await look(2)
    page.isDeaf = true
    chain.mine('b', 'c')
    await look(2)
    page.isDeaf = false
    await restart()
    await look()
    expect(page.heard()).toEqual(['a', 'b', 'c'])
  })

  test('goes on 512 blocks back at most, with the newest', async () => {
    const { chain, look, openPage, restart } = openPlace()
    const page = openPage()
    await page.subscribe('newHeads')
    await look()
    const names = Array.from({ length: 600 }, (_, at) => `m${at}`)
    chain.mine(...names)
    chain.asked.length = 0
    await restart()
    await look(2)
    expect(page.heard()).toEqual(names.slice(-512))
    chain.mine(...names.map((name) => `${name} more`))
    await look(2)
    expect(page.heard().slice(512)).toEqual(names.slice(-512).map((name) => `${name} more`))
    // No older blocks are fetched, either.
    expect(chain.asked.length).toBeLessThan(2 * 512 + 10)
  })
})
