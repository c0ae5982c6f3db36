import { development } from '../../chain/development.ts'
import type { Screen } from '../../device/ledgerApp.ts'
import { stranger } from '../../unit/accounts.ts'
import { nonceOf, readyForDevice, weiOf } from '../support/chainState.ts'
import { killBrowser, launchWallet } from '../support/chromium.ts'
import { addFirstLedger, openDeviceSite, plugLedger } from '../support/devices.ts'
import { idOf, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { approvalWindow, approve, unlock } from '../support/walletPages.ts'

test('a batch that a Ledger has half signed outlives the browser, and asks for the same bytes @long', async ({
  chains,
  dapp,
  extension,
  wallet,
}) => {
  const { url } = chains.local
  const ledger = await plugLedger(wallet.context)
  const own = await addFirstLedger(await wallet.popup('popup.html#ledger'))
  await readyForDevice(url, own)
  const site = await openDeviceSite(wallet, dapp.url, 'Ledger')
  const nonce = await nonceOf(url, own)

  // Its user confirms the upgrade, and thinks about the transaction.
  const shown: Screen[] = []
  ledger.device.decide = (screen) => {
    shown.push(screen)
    return screen.shows === 'transaction' ? new Promise(() => undefined) : true
  }
  const asked = sendCalls(site, { from: own })
  const window = await approvalWindow(wallet.context)
  await approve(window)
  const id = await idOf(asked)
  await window.getByText('Confirmation 2 of 2').waitFor()
  await expect.poll(() => shown.map(({ shows }) => shows)).toEqual(['authorization', 'transaction'])
  await killBrowser(wallet.profile)

  const again = await launchWallet({ extension, profile: wallet.profile, headless: true })
  const plugged = await plugLedger(again.context)
  plugged.device.decide = (screen) => {
    shown.push(screen)
    return true
  }
  const page = await again.popup()
  await unlock(page, development.password)
  await page.getByText('Confirmation 2 of 2').waitFor()
  await page.getByRole('button', { name: 'Choose your Ledger', exact: true }).click()
  const reader = await again.context.newPage()
  await reader.goto(dapp.url)
  expect(await settled(reader, id)).toMatchObject({ status: 200, atomic: true })
  // The authorization that was signed before stands, and the transaction is that of before to the byte.
  expect(shown).toHaveLength(3)
  expect(shown[2]).toEqual(shown[1])
  expect(await nonceOf(url, own)).toBe(nonce + 2)
  expect(await weiOf(url, stranger)).toBe(3n)
  await again.context.close()
})
