import { alice } from '../../unit/accounts.ts'
import { expect, type Firefox, test } from '../support/firefox/browser.ts'
import { until } from '../support/firefox/screen.ts'
import { isSidebarOpen, openSidebar } from '../support/firefox/sidebar.ts'
import {
  approval,
  countApprovals,
  onboard,
  openConnected,
  openWallet,
  reject,
  scripted,
} from '../support/firefox/wallet.ts'
import { request } from '../support/site.ts'

const signature = { result: expect.stringMatching(/^0x/) as unknown }
const rejected = { error: { code: 4001, message: 'User rejected the request' } }

type Site = Parameters<typeof scripted>[0]

const sign = (site: Site, message: string) =>
  request(scripted(site), 'personal_sign', [message, alice])

/** A window may have been first, while the sidebar was loading. */
const noWindow = (firefox: Firefox) =>
  until('the end of the window', async () => (await countApprovals(firefox)) === 0)

test('the sidebar is shut at first; open, it decides what its tab asks, and shut again gives it back', async ({
  firefox,
  dapp,
}) => {
  const home = await openWallet(firefox)
  await onboard(home)
  const site = await openConnected(firefox, dapp.url)
  expect(await isSidebarOpen(firefox)).toBe(false)

  const sidebar = await openSidebar(firefox, home)
  await site.bringToFront()
  const first = sign(site, 'First')
  await sidebar.says('First')
  await noWindow(firefox)
  // The focus is on the site: nothing is armed before the user has turned to the sidebar.
  await sidebar.clickAt({ x: 4, y: 4 })
  await sidebar.click()
  expect(await first).toMatchObject(signature)

  const second = sign(site, 'Second')
  await sidebar.says('Second')
  await sidebar.click('Reject')
  expect(await second).toEqual(rejected)
  expect(await countApprovals(firefox)).toBe(0)

  // A request whose tab is not shown is not in the sidebar; it comes back with its tab.
  const third = sign(site, 'Third')
  await sidebar.says('Third')
  await home.bringToFront()
  await sidebar.says('1 request waits beside its tab')
  expect(await sidebar.text()).not.toContain('Third')
  await site.bringToFront()
  await sidebar.says('Third')
  await sidebar.close()
  const window = await approval(firefox)
  await reject(window)
  expect(await third).toEqual(rejected)
})
