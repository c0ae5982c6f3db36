import { development } from '../../chain/development.ts'
import { showEach } from '../support/approvalStates.ts'
import { fillActivity, screenAddresses } from '../support/screenAddresses.ts'
import { expect, test } from '../support/test.ts'
import { isNamed } from '../support/accessibility.ts'
import { unlock } from '../support/walletPages.ts'

test('each screen has one heading, and its page the title @long', async ({
  chains,
  wallet,
  fresh,
  connected,
}) => {
  const { ran, old } = await fillActivity({ wallet, connected, chains }, 8)

  const page = await wallet.popup()
  const site = `site/${new URL(connected.url()).origin}`
  const all = [...screenAddresses, site, ran, old, 'no-such-batch']
  for (const screen of all) {
    await page.goto(`${page.url().split('#')[0]}#${screen}`)
    await isNamed(page, screen || 'home')
  }
  await page.goto(`${page.url().split('#')[0]}#settings`)
  await expect(page).toHaveTitle('Settings – Volley')
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await page.getByRole('button', { name: 'Unlock' }).waitFor()
  await isNamed(page, 'unlock')
  await unlock(page, development.password)
  await expect(page).toHaveTitle('Settings – Volley')

  const welcome = await fresh.popup()
  await isNamed(welcome, 'welcome')
  for (const way of [0, 1, 2, 3, 4, 5]) {
    await welcome.reload()
    await welcome.getByRole('button').nth(way).click()
    await isNamed(welcome, `welcome ${way}`)
  }
})

test('each approval has one heading, and its window the title @long', async ({
  chains,
  wallet,
  connected,
  dapp,
}) => {
  await showEach({ chains, wallet, connected, dapp }, (window, { name }) => isNamed(window, name))
})
