import { development } from '../../chain/development.ts'
import { alice } from '../../unit/accounts.ts'
import { closed, decided, approvalWindow, approve, unlock } from '../support/walletPages.ts'
import type { Wallet } from '../support/chromium.ts'
import { request, heard, idOf, listen, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'

const lock = async (wallet: Wallet) => {
  const home = await wallet.popup()
  await home.getByRole('button', { name: 'Lock' }).click()
  await home.getByRole('button', { name: 'Unlock' }).waitFor()
  await home.close()
}

test('a locked wallet shows no accounts, and asks for the password before all else', async ({
  wallet,
  connected,
}) => {
  await listen(connected)
  await lock(wallet)
  await expect.poll(() => heard(connected)).toEqual([['accountsChanged', []]])
  expect(await request(connected, 'eth_accounts')).toEqual({ result: [] })
  expect(await request(connected, 'eth_chainId')).toEqual({ result: '0x7a69' })

  // A connected site needs no approval, only that the user unlocks.
  const answer = request(connected, 'eth_requestAccounts')
  const window = await approvalWindow(wallet.context)
  await unlock(window, 'not the password')
  await expect(window.getByText('This is not the password')).toBeVisible()
  await unlock(window, development.password)
  expect(await answer).toEqual({ result: [alice] })
  await closed(window)
  await expect.poll(() => heard(connected)).toHaveLength(2)
  expect((await heard(connected))[1]).toEqual(['accountsChanged', [alice]])

  await lock(wallet)
  const sent = decided(wallet.context, sendCalls(connected), async (window) => {
    await unlock(window, development.password)
    await approve(window)
  })
  const id = await idOf(sent)
  const status = await settled(connected, id)
  expect(status.status).toBe(200)
  await lock(wallet)
  expect(await settled(connected, id)).toEqual(status)
})

test('after five wrong passwords the next has to wait, also in a window opened anew @long', async ({
  wallet,
}) => {
  const home = await wallet.popup()
  await home.setViewportSize({ width: 360, height: 600 })
  await home.getByRole('button', { name: 'Lock' }).click()
  // Of the ninth, the wait of 16 s is long enough for a busy machine to open another window in it.
  for (let left = 9; left > 0; left--) {
    await home.getByRole('button', { name: 'Unlock' }).waitFor()
    await unlock(home, `wrong password ${left}`)
    await expect(home.getByText('This is not the password')).toBeVisible()
    await expect(home.getByRole('button', { name: /^(Unlock|Wait \d+ s)$/ })).toBeVisible()
  }
  await expect(home.getByRole('button', { name: /^Wait \d+ s$/ })).toBeDisabled()
  const again = await wallet.popup()
  await expect(again.getByRole('button', { name: /^Wait \d+ s$/ })).toBeDisabled()
  await looksWell(home, 'unlock-wait')
  await again.getByRole('button', { name: 'Unlock' }).waitFor()
  await unlock(again, development.password)
  await expect(again.getByRole('button', { name: 'Lock' })).toBeVisible()
})
