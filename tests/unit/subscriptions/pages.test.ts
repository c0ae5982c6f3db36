import { describe, expect, test } from 'vitest'
import { dapp, other } from '../accounts'
import { openPlace } from './subscribedPages'

describe('one look serves all', () => {
  test('pages, sites and subscriptions of a network; nobody is asked while there are none', async () => {
    const { chain, chains, look, openPage, awake, isLooking } = openPlace()
    await look(3)
    expect(chain.asked).toEqual([])
    const pages = [openPage(), openPage(), openPage(other)]
    const ids = await Promise.all(pages.map((page) => page.subscribe('newHeads')))
    await look()
    chain.asked.length = 0
    await look(5)
    expect(chain.asked).toHaveLength(5)
    expect(chains[2].asked).toEqual([])
    expect(awake.at(-1)).toBe(true)
    for (const [at, page] of pages.entries()) expect(page.unsubscribe(ids[at] ?? '')).toBe(true)
    expect(awake.at(-1)).toBe(false)
    await look()
    chain.asked.length = 0
    await look(3)
    expect(chain.asked).toEqual([])
    expect(isLooking()).toBe(false)
  })

  test('and a page that is closed ends its own', async () => {
    const { chain, look, openPage, awake } = openPlace()
    const [left, stays] = [openPage(), openPage()]
    await left.subscribe('newHeads')
    await stays.subscribe('newHeads')
    left.line.closed()
    chain.mine('a')
    await look(2)
    expect([left.heard(), stays.heard()]).toEqual([[], ['a']])
    stays.line.closed()
    expect(awake.at(-1)).toBe(false)
    await look()
    chain.asked.length = 0
    await look(2)
    expect(chain.asked).toEqual([])
  })

  test('a Port that is lost late ends nothing of the one that took its place', async () => {
    const { chain, look, openPage } = openPlace()
    const page = openPage()
    await page.subscribe('newHeads')
    const { line } = page
    page.connect()
    line.closed()
    chain.mine('a')
    await look(2)
    expect(page.heard()).toEqual(['a'])
  })
})

test('ends where the page says so, and no other page can', async () => {
  const { chain, look, openPage } = openPlace()
  const [page, another] = [openPage(), openPage()]
  const id = await page.subscribe('newHeads')
  expect(another.unsubscribe(id)).toBe(false)
  expect(page.unsubscribe('0x1')).toBe(false)
  expect(page.unsubscribe(id)).toBe(true)
  expect(page.unsubscribe(id)).toBe(false)
  chain.mine('a')
  await look(2)
  expect(page.told).toEqual([])
  expect(page.held.isEmpty()).toBe(true)
})

test('follows the site to another network, and begins there at the newest block', async () => {
  const { chains, chainIds, look, openPage, background, restart } = openPlace()
  const page = openPage()
  await page.subscribe('newHeads')
  chains[1].mine('a')
  await look(2)
  chainIds[dapp] = 2
  chains[2].mine('before')
  await background.subscriptions.moved()
  await look()
  chains[1].mine('b')
  chains[2].mine('x')
  await look(2)
  expect(page.heard()).toEqual(['a', 'x'])
  // A page also follows a site that moved while the background was stopped.
  chainIds[dapp] = 1
  await restart()
  await look()
  chains[1].mine('c')
  await look(2)
  expect(page.heard()).toEqual(['a', 'x', 'c'])
})

test('a node that is silent is told to the page that asks', async () => {
  const { chain, openPage } = openPlace()
  chain.node.fails = () => true
  await expect(openPage().subscribe('newHeads')).rejects.toMatchObject({ code: 4901 })
})

test('64 for one site, in all its pages; another has its own', async () => {
  const { openPage } = openPlace()
  const [page, second, stranger] = [openPage(), openPage(), openPage(other)]
  for (let at = 0; at < 32; at++) {
    await page.subscribe('newHeads')
    await second.subscribe('newHeads')
  }
  await expect(page.subscribe('newHeads')).rejects.toMatchObject({ code: -32005 })
  await expect(stranger.subscribe('newHeads')).resolves.toMatch(/^0x/)
})

test('a request that is sent again gets the same id and makes one subscription', async () => {
  const { background, chain, look, openPage } = openPlace()
  const page = openPage()
  const { documentId, origin } = page
  const asked = { id: 'ab'.repeat(16), documentId, origin, wire: '["newHeads"]' }
  const ask = () => background.subscriptions.subscribe(asked, { kind: 'newHeads' }, 1)
  expect(await ask()).toBe(await ask())
  expect(await ask()).not.toContain('abab')
  chain.mine('a')
  await look(2)
  expect(page.heard()).toEqual(['a'])
})

const hash = `0x${'1'.repeat(64)}`
const one = { id: `0x${'0'.repeat(32)}`, wire: '["newHeads"]', chainId: 1, trail: [[0, hash]] }
test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'held'],
  ['no list', { held: 5 }],
  ['an id that was never given', { held: [{ ...one, id: '1' }] }],
  ['params that are not JSON', { held: [{ ...one, wire: '[' }] }],
  ['params that are not taken', { held: [{ ...one, wire: '["syncing"]' }] }],
  ['a block that is none', { held: [{ ...one, trail: [[0, 'x']] }] }],
  ['more blocks than are remembered', { held: [{ ...one, trail: Array(65).fill([0, hash]) }] }],
  ['more than there may be', { held: Array(65).fill(one) }],
])('what a page says it holds is looked at: %s', async (_, message) => {
  const { chain, look, openPage } = openPlace()
  openPage().line.hear(message)
  await look(2)
  expect(chain.asked).toEqual([])
})
