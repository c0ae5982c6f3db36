import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cache } from '@/lib/db'
import { emptyDatabase } from '../database'
import { other } from '../accounts'
import { notFound, open } from './filterWallet'
import { connectSite } from '../../harness/connectSite'

beforeEach(async () => {
  vi.restoreAllMocks()
  await emptyDatabase()
  // A site that is not connected would run out of its share.
  await connectSite(undefined, undefined, 31337)
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
