import type { Page } from 'puppeteer-core'
import { swapCalls } from '../support/chainState.ts'
import { test } from '../support/firefox/browser.ts'
import { find, looksWell } from '../support/firefox/screen.ts'
import {
  approve,
  decided,
  onboard,
  openSite,
  openWallet,
  reject,
  scripted,
} from '../support/firefox/wallet.ts'
import { screenAddresses } from '../support/screenAddresses.ts'
import { request, sendCalls } from '../support/site.ts'

test('axe finds nothing on any screen by its address @long', async ({ firefox }) => {
  await onboard(await openWallet(firefox))
  for (const screen of screenAddresses)
    await test.step(screen || 'home', async () => {
      // A page of its own: the heading that is waited for is not the last screen's.
      const page = await openWallet(firefox, screen)
      await looksWell(firefox, page, screen)
      await page.close()
    })
})

test('nor on what a site asks @long', async ({ firefox, dapp, chains }) => {
  await onboard(await openWallet(firefox))
  const page = await openSite(firefox, dapp.url)
  const site = scripted(page)
  const looked = (name: string, decide: (window: Page) => Promise<unknown>) => {
    return async (window: Page) => {
      await find(window, 'button', 'Reject')
      await looksWell(firefox, window, name)
      await decide(window)
    }
  }
  const asked = request(site, 'eth_requestAccounts')
  await decided(firefox, asked, looked('connect', approve))
  const { contracts } = chains.local
  const sent = sendCalls(site, { calls: swapCalls(contracts) })
  await decided(firefox, sent, looked('sendCalls', reject))
  const moved = request(site, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }])
  await decided(firefox, moved, looked('switch', approve))
})
