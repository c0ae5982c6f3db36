import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TabSites } from '@/components/home/TabSites'
import type { TabSite } from '@/lib/rpc/sitePort'
import { connectSite } from '../../harness/connectSite'
import { alice, bob, dapp, other } from '../accounts'
import { emptyDatabase } from '../database'
import { openDom } from './dom'

const background = vi.hoisted(() => ({
  asked: [] as [string, unknown][],
  sites: [] as unknown[],
}))

vi.mock('@/components/store/session', () => ({
  wallet: (verb: string, params: unknown) => {
    background.asked.push([verb, params])
    return Promise.resolve(verb === 'readTab' ? background.sites : null)
  },
}))
vi.mock('wxt/browser', async () => ({
  browser: {
    i18n: (await import('../i18n')).i18n,
    runtime: { getURL: (path: string) => path },
    tabs: { query: () => Promise.resolve([{ id: 7 }]) },
  },
}))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  background.asked = []
  dom = await openDom()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  await dom.close()
  vi.useRealTimers()
})

const step = () => dom.settle(() => new Promise((resolve) => setImmediate(resolve)))
const until = async (isSo: () => boolean) => {
  while (!isSo()) await step()
}
const says = (text: RegExp) => until(() => text.test(dom.text()))

const inTab = (...sites: TabSite[]) => {
  background.sites = sites
}

test('a connected tab is named with account and network, and is disconnected', async () => {
  await connectSite(dapp, [alice, bob], 8453)
  await connectSite(other, [bob], 1)
  inTab({ origin: dapp, isFrame: false })
  await dom.show(TabSites, {})
  await says(/dapp\.example/)
  // Its accounts are read after it.
  await says(/Account 1 on Base/)
  // It is connected, too, and not in this tab.
  expect(dom.text()).not.toContain('other.example')
  expect(background.asked).toEqual([['readTab', { tab: 7 }]])
  await dom.press('Disconnect')
  await until(() => background.asked.length > 1)
  expect(background.asked.at(-1)).toEqual(['disconnect', { origin: dapp }])
})

test('a site that only asked is not connected', async () => {
  inTab({ origin: dapp, isFrame: false })
  await connectSite(other, [alice], 8453)
  await dom.show(TabSites, {})
  await until(() => background.asked.length === 1)
  await step()
  expect(dom.text()).toBe('')
})

test('a connected site in a frame of another page does not pass for the page', async () => {
  await connectSite(dapp, [alice], 8453)
  inTab({ origin: dapp, isFrame: true }, { origin: other, isFrame: false })
  await dom.show(TabSites, {})
  await says(/dapp\.example.*In a frame of this page/)
})

test('a site that is the page and in a frame of it stands once, as the page', async () => {
  await connectSite(dapp, [alice], 8453)
  inTab({ origin: dapp, isFrame: true }, { origin: dapp, isFrame: false })
  await dom.show(TabSites, {})
  await says(/dapp\.example/)
  expect(dom.text().match(/dapp\.example/g)).toHaveLength(1)
  expect(dom.text()).not.toContain('In a frame')
})

test('a tab that goes elsewhere is told of no more', async () => {
  await connectSite(dapp, [alice], 8453)
  inTab({ origin: dapp, isFrame: false })
  await dom.show(TabSites, {})
  await says(/dapp\.example/)
  inTab()
  while (dom.text() !== '') {
    await dom.settle(() => {
      vi.advanceTimersByTime(2_000)
    })
    await step()
  }
})
