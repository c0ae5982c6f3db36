import type { Page } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { alice } from '../../unit/accounts.ts'
import { mail } from '../../unit/sign/typedDataSamples.ts'
import { showEach } from '../support/approvalStates.ts'
import { decided, approve, onboard, openDetails, unlock, yes } from '../support/walletPages.ts'
import { swapCalls } from '../support/chainState.ts'
import { request, idOf, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { screenAddresses } from '../support/screenAddresses.ts'
import { violationsOn } from '../support/accessibility.ts'

test('axe finds nothing on any screen, in both colour schemes @long', async ({
  chains,
  fresh,
  dapp,
}) => {
  const home = await fresh.popup()
  const clean = async (page: Page, screen: string) =>
    expect.soft(await violationsOn(page), screen).toEqual([])
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  await button(home, 'Import a recovery phrase').waitFor()
  await clean(home, 'onboarding')
  await onboard(home, development.phrase, development.password)
  await button(home, 'Lock').click()
  await button(home, 'Unlock').waitFor()
  await clean(home, 'unlock')
  await unlock(home, development.password)
  await button(home, 'Lock').waitFor()

  const site = await fresh.context.newPage()
  await site.goto(dapp.url)
  const reviewed = (screen: string) => async (window: Page) => {
    await yes(window).click({ trial: true })
    await clean(window, screen)
    await approve(window)
  }
  await decided(fresh.context, request(site, 'eth_requestAccounts'), reviewed('connect'))
  const message = request(site, 'personal_sign', ['0xff', alice])
  await decided(fresh.context, message, reviewed('personal_sign'))
  const data = { ...mail, domain: { ...mail.domain, chainId: 31337 } }
  const typed = request(site, 'eth_signTypedData_v4', [alice, data])
  await decided(fresh.context, typed, reviewed('eth_signTypedData_v4'))
  const sent = sendCalls(site, { calls: swapCalls(chains.local.contracts) })
  const id = await idOf(decided(fresh.context, sent, reviewed('sendCalls')))
  expect((await settled(site, id)).status).toBe(200)

  await clean(home, 'home')
  const to = (name: string) => home.getByRole('link', { name, exact: true }).click()
  await to('Sites')
  await clean(home, 'sites')
  await to('Settings')
  await clean(home, 'settings')
  await home.getByRole('link', { name: 'Nodes and second RPCs' }).click()
  await home.getByRole('heading', { level: 1, name: 'Networks' }).waitFor()
  await clean(home, 'networks')
  await home.getByRole('link', { name: /^Local/ }).click()
  await button(home, 'Add a second RPC').click()
  await button(home, 'Save').click()
  await home.getByText('This URL does not work').waitFor()
  await clean(home, 'network')
  await home.getByRole('link', { name: 'Back' }).click()
  await home.getByRole('heading', { level: 1, name: 'Networks' }).waitFor()
  await home.getByRole('link', { name: 'Back' }).click()
  await to('Activity')
  await clean(home, 'activity')
  await home.getByRole('link').filter({ hasText: 'Confirmed' }).click()
  await home.getByRole('heading', { level: 2, name: 'Confirmed' }).waitFor()
  await openDetails(home)
  await clean(home, 'batch detail')
})

test('nor on any screen by its address, or of the welcome @long', async ({ wallet, fresh }) => {
  const page = await wallet.popup()
  for (const screen of screenAddresses) {
    await page.goto(page.url().replace(/#.*|$/, `#${screen}`))
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect.soft(await violationsOn(page), screen).toEqual([])
  }
  await page.goto(page.url().replace(/#.*|$/, '#backup'))
  await page.getByRole('textbox', { name: 'Password' }).fill(development.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Hold to reveal' }).waitFor()
  expect.soft(await violationsOn(page), 'phrase').toEqual([])

  const welcome = await fresh.popup()
  for (const way of ['Create a new wallet', 'Import a private key', 'Watch an address']) {
    await welcome.getByRole('button', { name: way }).click()
    await welcome.getByRole('textbox', { name: 'Password', exact: true }).fill('password123')
    await welcome.getByText('Many people use this password').waitFor()
    expect.soft(await violationsOn(welcome), way).toEqual([])
    await welcome.getByRole('button', { name: 'Back' }).click()
  }
})

test('nor on any kind of approval @long', async ({ chains, wallet, connected, dapp }) => {
  await showEach({ chains, wallet, connected, dapp }, async (window, { name }) => {
    expect.soft(await violationsOn(window), name).toEqual([])
  })
})
