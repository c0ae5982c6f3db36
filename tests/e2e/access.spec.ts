import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { development } from '../chain/development.ts'
import { alice } from '../unit/people.ts'
import { mail } from '../unit/sign/examples.ts'
import { decided } from './approvals.ts'
import { swapCalls } from './chain.ts'
import { request } from './dapp.ts'
import { expect, test } from './fixtures.ts'
import { idOf, sendCalls, settled } from './site.ts'
import { approve, onboard, unlock } from './wallet.ts'

/** What axe finds on a page, in both colour schemes. */
const violationsOn = async (page: Page) => {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const { id, nodes } of violations)
      found.push(`${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }
  return found
}

test.setTimeout(120_000)

test('axe finds nothing on any screen, in both colour schemes', async ({ chains, fresh, dapp }) => {
  const home = await fresh.popup()
  const clean = async (page: Page, screen: string) =>
    expect.soft(await violationsOn(page), screen).toEqual([])
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  await button(home, 'Import').waitFor()
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
    await button(window, 'Approve').click({ trial: true })
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
  await home.getByRole('link', { name: 'Nodes and second RPCs' }).click()
  await button(home, 'Add a second RPC').first().click()
  await button(home, 'Save').click()
  await home.getByText('This is no URL').waitFor()
  await clean(home, 'networks')
  await home.getByRole('link', { name: 'Back' }).click()
  await home.getByRole('link').filter({ hasText: 'Confirmed' }).click()
  await home.getByRole('heading', { level: 1, name: 'Confirmed' }).waitFor()
  await clean(home, 'batch detail')
})
