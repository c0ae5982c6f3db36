import type { Page } from '@playwright/test'
import { development } from '../../chain/development.ts'
import { alice, keys } from '../../unit/accounts.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

const choosePassword = async (page: Page, password: string = development.password) => {
  await field(page, 'Password').fill(password)
  await field(page, 'Repeat password').fill(password)
}

const isHome = (page: Page) => button(page, 'Lock').waitFor()

test('the wallet opens in a tab when it is installed', async ({ fresh: { context, id } }) => {
  await expect
    .poll(() => context.pages().map((page) => page.url()))
    .toContain(`chrome-extension://${id}/popup.html`)
})

test('a phrase is imported as it was pasted; what is wrong with it is marked', async ({
  fresh,
}) => {
  const page = await fresh.popup()
  await button(page, 'Import a recovery phrase').click()
  const phrase = field(page, 'Recovery phrase')
  const { phrase: right } = development
  await choosePassword(page)

  await phrase.fill(right.replace('junk', 'jumk'))
  const wrong = page.getByRole('list', { name: 'Words not on the list' })
  await expect(wrong.getByRole('listitem')).toHaveText(['12. jumk'])
  await button(page, 'Import').click()
  await expect(page.getByText('1 word is not on the word list')).toBeVisible()
  await phrase.fill(right.replace(' junk', ''))
  await button(page, 'Import').click()
  await expect(page.getByText('this has 11')).toBeVisible()
  await phrase.fill(right.replace('junk', 'test'))
  await button(page, 'Import').click()
  await expect(page.getByText('These words do not form a valid phrase')).toBeVisible()
  await expect(phrase).toBeFocused()

  await phrase.fill(`  ${right.toUpperCase().replaceAll(' ', '\n  ')} \n`)
  await expect(wrong).toHaveCount(0)
  await button(page, 'Import').click()
  await isHome(page)
  await page.goto(page.url().replace(/#.*|$/, '#accounts'))
  await expect(page.getByRole('listitem', { name: 'Account 1' })).toContainText(alice)
})

test('a wallet begins with a private key, or with an address to watch @long', async ({ fresh }) => {
  const page = await fresh.popup()
  await button(page, 'Import a private key').click()
  await choosePassword(page)
  await field(page, 'Private key').fill('0x1234')
  await button(page, 'Import').click()
  await expect(page.getByText('This is not a valid private key')).toBeVisible()
  await button(page, 'Back').click()

  await button(page, 'Watch an address').click()
  await choosePassword(page)
  await field(page, 'Address').fill(alice.toLowerCase().replace('f', 'F'))
  await button(page, 'Watch').click()
  await expect(page.getByText('This is not a valid address')).toBeVisible()
  await field(page, 'Address').fill(alice)
  await button(page, 'Watch').click()
  await isHome(page)
  await page.goto(page.url().replace(/#.*|$/, '#accounts'))
  await expect(page.getByText('Watch-only')).toBeVisible()

  // Importing the key of a watched account lets it sign.
  await button(page, 'Import a private key').click()
  await field(page, 'Private key').fill(keys[alice] ?? '')
  await button(page, 'Add').click()
  await expect(page.getByText('Imported key')).toBeVisible()
  await expect(page.getByText('Watch-only')).toHaveCount(0)

  // A phrase can also be imported later.
  await button(page, 'Import a recovery phrase').click()
  await field(page, 'Recovery phrase').fill(development.phrase.replace('junk', 'test'))
  await button(page, 'Add').click()
  await expect(page.getByText('These words do not form a valid phrase')).toBeVisible()
  await looksWell(page, 'accounts-phrase')
  await field(page, 'Recovery phrase').fill(development.phrase)
  await button(page, 'Add').click()
  await expect(page.getByRole('listitem', { name: 'Account 2' })).toBeVisible()
  await expect(page.getByText('Imported key')).toHaveCount(0)
  await expect(button(page, 'Next account of the recovery phrase')).toBeVisible()
})
