import type { Page } from 'puppeteer-core'
import { development } from '../../chain/development.ts'
import { alice, bob, keys, stranger } from '../../unit/accounts.ts'
import { looksWell } from '../support/firefox/axe.ts'
import { openWallet, turnTo, onboard } from '../support/firefox/wallet.ts'
import { click, fill, find, gone, sees, until } from '../support/firefox/screen.ts'
import { expect, test } from '../support/firefox/test.ts'

/** The third account of the development phrase, and a private key that is in no phrase here. */
const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const lone = { key: `0x${'11'.repeat(32)}`, address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A' }

const isInPage = (page: Page, secret: string) =>
  page.evaluate((text) => document.body.innerHTML.includes(text), secret)

/** Reveals a secret by holding the button, and expects it to be gone after the release. */
const holdToReveal = async (page: Page, secret: string) => {
  await fill(page, 'Password', 'not the password')
  await click(page, 'button', 'Continue')
  await sees(page, 'This is not the password.')
  await fill(page, 'Password', development.password)
  await click(page, 'button', 'Continue')
  const hold = await find(page, 'button', 'Hold to reveal')
  expect(await isInPage(page, secret)).toBe(false)
  await hold.hover()
  await page.mouse.down()
  await until('the secret', () => isInPage(page, secret))
  await page.mouse.up()
  await until('the end of it', async () => !(await isInPage(page, secret)))
}

test('accounts of every kind, and what is behind them @long', async ({ firefox }) => {
  const page = await openWallet(firefox)
  await onboard(page)
  await turnTo(page, 'accounts')
  const row = (name: string) => find(page, 'listitem', name)
  const rowShows = async (name: string, text: string) => sees(await row(name), text)

  await test.step('derived from the phrase', async () => {
    await rowShows('Account 2', bob)
    await click(page, 'button', 'Next account of the phrase')
    await rowShows('Account 3', third)
  })

  await test.step('imported as a key, and watched', async () => {
    await click(page, 'button', 'Import a private key')
    await fill(page, 'Private key', lone.key)
    await click(page, 'button', 'Add')
    await rowShows('Account 4', lone.address)
    await click(page, 'button', 'Watch an address')
    await fill(page, 'Address', stranger)
    await click(page, 'button', 'Add')
    await rowShows('Account 5', 'Watch-only')
  })

  await test.step('renamed, used, hidden and shown again', async () => {
    await click(page, 'button', 'Rename Account 4')
    await fill(page, 'Name', 'Savings')
    await click(page, 'button', 'Save')
    await rowShows('Savings', lone.address)
    await click(page, 'button', 'Use Savings')
    await rowShows('Savings', 'Active')
    await looksWell(firefox, page, 'accounts')
    await click(page, 'button', 'Hide Savings')
    await rowShows('Account 1', 'Active')
    await gone(page, 'button', 'Use Savings')
    await click(page, 'button', 'Show Savings again')
    await find(page, 'button', 'Use Savings')
  })

  await test.step('a key is seen only while a button is held', async () => {
    await click(page, 'link', 'Show key of Account 1')
    await holdToReveal(page, keys[alice] ?? '')
  })

  await test.step('so is the phrase', async () => {
    await turnTo(page, 'backup')
    await holdToReveal(page, 'junk')
  })
})
