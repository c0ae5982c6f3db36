import { approvalStates } from '../support/approvalStates.ts'
import { test } from '../support/firefox/browser.ts'
import { looksWell, sees } from '../support/firefox/screen.ts'
import {
  decided,
  onboard,
  openConnected,
  openJournal,
  openSite,
  openWallet,
  reject,
  scripted,
} from '../support/firefox/wallet.ts'
import { forgetRejections } from '../support/journal.ts'
import { screenAddresses } from '../support/screenAddresses.ts'

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

test('nor on any approval before its user does something in it @long', async ({
  firefox,
  dapp,
  chains,
}) => {
  await onboard(await openWallet(firefox))
  const site = await openConnected(firefox, dapp.url)
  const other = await openSite(firefox, dapp.other)
  const journal = scripted(await openJournal(firefox))
  const { url, contracts } = chains.local
  const pages = { site: scripted(site), other: scripted(other) }
  const states = await approvalStates({ url, contracts, ...pages })
  for (const { name, ask, shown } of states.filter(({ turn }) => !turn))
    await test.step(name, async () => {
      await decided(firefox, ask(), async (window) => {
        await sees(window, shown)
        await looksWell(firefox, window, name)
        await reject(window)
      })
      await forgetRejections(journal)
    })
})
