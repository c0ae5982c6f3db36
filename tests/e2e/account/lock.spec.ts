import type { Page } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { alice } from '../../unit/accounts.ts'
import { closed, decided, approvalWindow, approve, unlock } from '../support/walletPages.ts'
import type { Wallet } from '../support/chromium.ts'
import { request, heard, idOf, listen, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { openJournal, readRows } from '../support/journal.ts'
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
  await expect(window.getByText('Wrong password')).toBeVisible()
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

type Stopped = { stoppedAt?: number | undefined }

/** Runs in a page: its clock can be stopped. */
const stoppable = () => {
  const real = Date.now
  Date.now = () => (globalThis as unknown as Stopped).stoppedAt ?? real()
}

/** Stops the clock of a page at a time, or lets it run. */
const stopAt = (page: Page, time: number | undefined) =>
  page.evaluate((at) => {
    ;(globalThis as unknown as Stopped).stoppedAt = at
  }, time)

test('after five wrong passwords the next has to wait, also in a window opened anew @long', async ({
  wallet,
}) => {
  // The wait is a second: both pages show it for as long as this machine takes to look.
  await wallet.context.addInitScript(stoppable)
  const journal = await openJournal(wallet)
  const wrong = async () =>
    (await readRows(journal, 'settings')).find(({ key }) => key === 'wrongPasswords')?.value as
      | { count: number; at: number }
      | undefined
  const home = await wallet.popup()
  await home.setViewportSize({ width: 360, height: 600 })
  await home.getByRole('button', { name: 'Lock' }).click()
  for (let count = 1; count <= 5; count++) {
    await home.getByRole('button', { name: 'Unlock' }).waitFor()
    await unlock(home, `wrong password ${count}`)
    await expect(home.getByText('Wrong password')).toBeVisible()
    await expect.poll(async () => (await wrong())?.count).toBe(count)
  }
  const last = (await wrong())?.at
  await stopAt(home, last)
  await expect(home.getByRole('button', { name: /^Wait \d+ s$/ })).toBeDisabled()
  const again = await wallet.popup()
  await stopAt(again, last)
  await expect(again.getByRole('button', { name: /^Wait \d+ s$/ })).toBeDisabled()
  await looksWell(home, 'unlock-wait')
  await stopAt(again, undefined)
  await again.getByRole('button', { name: 'Unlock' }).waitFor()
  await unlock(again, development.password)
  await expect(again.getByRole('button', { name: 'Lock' })).toBeVisible()
})
