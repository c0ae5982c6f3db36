import { stopWorker } from '../support/chromium.ts'
import { looksWell } from '../support/accessibility.ts'
import { heard, listen, request } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

type Tab = { id?: number; url?: string }
type Api = { chrome: { tabs: { query: (filter: object) => Promise<Tab[]> } } }

test('the wallet opened over a connected tab names its site, and disconnects it', async ({
  wallet,
  dapp,
  connected,
}) => {
  // Playwright sees no action popup: the page is told which tab it would stand over.
  const tabs = await wallet.worker.evaluate(() =>
    (globalThis as unknown as Api).chrome.tabs.query({}),
  )
  const tab = tabs.find(({ url }) => url?.startsWith(dapp.url))
  await wallet.context.addInitScript(
    ([id, path]) => {
      if (location.pathname !== path) return
      ;(globalThis as unknown as Api).chrome.tabs.query = () => Promise.resolve([{ id }])
    },
    [tab?.id ?? -1, '/popup.html'] as const,
  )
  // Without its worker the site's Port is gone; the wallet has the page open another.
  await stopWorker(wallet.context, wallet.id)
  const home = await wallet.popup()
  await home.setViewportSize({ width: 360, height: 600 })
  const sites = home.getByRole('region', { name: 'Connected in this tab' })
  await expect(sites.getByRole('listitem')).toContainText(new URL(dapp.url).host)
  await expect(sites).toContainText('Account 1 on Local')
  await looksWell(home, 'home-tab')
  await listen(connected)
  await sites.getByRole('button', { name: 'Disconnect' }).click()
  await expect(sites).toBeHidden()
  await expect.poll(() => heard(connected)).toEqual([['accountsChanged', []]])
  expect(await request(connected, 'eth_accounts')).toEqual({ result: [] })
})
