import { development } from '../../chain/development.ts'
import { alice, bob, keys, lone, stranger } from '../../unit/accounts.ts'
import { expect, test } from '../support/journey.ts'
import type { Screen } from '../support/screen.ts'
import { request } from '../support/site.ts'

/** The third account of the development phrase. */
const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Adds, names, uses, hides and shows accounts; Account 1, Savings and the watched Account 5 are left. */
const manageAccounts = async (page: Screen) => {
  const row = (name: string) => page.part('listitem', name)
  await row('Account 1').sees('Active')
  await row('Account 2').sees(bob)

  await page.click('button', 'Next account of the recovery phrase')
  await row('Account 3').sees(third)

  await page.click('button', 'Import a private key')
  await page.fill('Private key', keys[alice] ?? '')
  await page.click('button', 'Add')
  await page.sees('This account is already in the wallet.')
  await page.fill('Private key', lone.key)
  await page.click('button', 'Add')
  await row('Account 4').sees(lone.address)
  await row('Account 4').sees('Imported key')
  await row('Account 4').sees('Show key')

  await page.click('button', 'Watch an address')
  await page.fill('Address', stranger)
  await page.click('button', 'Add')
  await row('Account 5').sees('Watch-only')
  await row('Account 5').lacks('Show key')

  await page.click('button', 'Rename Account 4')
  await page.fill('Name', ' ')
  await page.click('button', 'Save')
  await page.sees('A name has 1 to 32 characters.')
  await page.fill('Name', 'Savings')
  await page.click('button', 'Save')
  await row('Savings').sees(lone.address)

  await page.click('button', 'Use Savings')
  await row('Savings').sees('Active')
  await page.looksWell('accounts')
  for (const name of ['Account 2', 'Account 3', 'Account 5', 'Savings']) {
    await page.click('button', `Hide ${name}`)
    await page.find('button', `Show ${name} again`)
  }
  // The last visible account cannot be hidden, and is active again.
  await row('Account 1').sees('Active')
  await page.gone('button', 'Hide Account 1')
  await page.gone('button', 'Use Savings')
  await page.click('button', 'Show Savings again')
  await page.click('button', 'Show Account 5 again')
  await page.find('button', 'Use Savings')
}

/** Reveals a secret after the password, while a button is held, and in no other way. */
const holdToReveal = async (page: Screen, secret: string) => {
  await page.fill('Password', 'not the password')
  await page.click('button', 'Continue')
  await page.sees('Wrong password.')
  await page.fill('Password', development.password)
  await page.click('button', 'Continue')

  const hold = ['button', 'Hold to reveal'] as const
  const isSeen = () =>
    page.driven.evaluate((text) => document.body.innerHTML.includes(text), secret)
  const { mouse, keyboard } = page.driven
  await page.hover(...hold)
  expect(await isSeen()).toBe(false)
  await mouse.down()
  await expect.poll(isSeen).toBe(true)
  await mouse.up()
  await expect.poll(isSeen).toBe(false)

  await page.focus(...hold)
  await keyboard.down(' ')
  await expect.poll(isSeen).toBe(true)
  await page.driven.evaluate(() => dispatchEvent(new Event('blur')))
  await expect.poll(isSeen).toBe(false)
  await keyboard.up(' ')
  const copies = await page.driven.evaluate(() =>
    [...document.querySelectorAll('button')]
      .map((one) => `${one.ariaLabel} ${one.innerText}`)
      .filter((words) => /copy/i.test(words)),
  )
  expect(copies).toEqual([])
}

test('accounts are derived, imported, watched, named and hidden @long', async ({
  walletBrowser,
  dapp,
}) => {
  await manageAccounts(await walletBrowser.open('accounts'))

  // A site is offered only accounts that can sign and are not hidden.
  const site = await walletBrowser.visit(dapp.url)
  const asked = request(site, 'eth_requestAccounts')
  await walletBrowser.decided(asked, async (window) => {
    await window.sees('Account 1')
    await window.sees('Savings')
    for (const name of ['Account 2', 'Account 3', 'Account 5']) await window.lacks(name)
    await window.clickText('Savings')
    await window.approve()
  })
  expect(await request(site, 'eth_accounts')).toEqual({ result: [alice, lone.address] })
})

test('a key and the phrase are revealed after the password, while a button is held, and in no other way @chromium', async ({
  walletBrowser,
}) => {
  const page = await walletBrowser.open('accounts')
  await page.click('link', 'Show key of Account 1')
  await holdToReveal(page, keys[alice] ?? '')
  await page.turnTo('backup')
  await holdToReveal(page, 'junk')
})
