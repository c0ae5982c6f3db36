import { useState } from 'react'
import { browser } from 'wxt/browser'
import type { TabSite } from '@/lib/rpc/sitePort'
import { usePoll } from '../hooks/usePoll'
import { wallet } from '../store/session'

/** How often a page looks at the tab again, in ms: it may leave its site while the wallet is open. */
const every = 2_000

/** Without a permission a tab has its number and no address: the background knows the sites by their Ports. */
const readTab = async (): Promise<TabSite[]> => {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  return tab?.id === undefined ? [] : wallet('readTab', { tab: tab.id })
}

/** Puts each site once: as the page of the tab if it is that, else as a frame in it. */
const once = (found: readonly TabSite[]): TabSite[] => {
  const sites = found.toSorted((a, b) => Number(a.isFrame) - Number(b.isFrame))
  return sites.filter(({ origin }, at) => sites.findIndex((one) => one.origin === origin) === at)
}

/** The sites that use the wallet in the tab that it was opened over; none in a tab of its own. */
export const useTabSites = (): readonly TabSite[] => {
  const [sites, setSites] = useState<readonly TabSite[]>([])
  usePoll(every, () => async () => setSites(once(await readTab().catch(() => []))), [])
  return sites
}
