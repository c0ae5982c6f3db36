import type { Page } from '@playwright/test'
import { decided, stopTimers } from '../support/walletPages.ts'
import { expect, test } from '../support/test.ts'
import { openJournal, seedBatches } from '../support/journal.ts'
import { idOf, payments, sendCalls, settled, statusOf } from '../support/site.ts'

const rowsOf = (page: Page) => page.getByRole('link').filter({ hasText: 'on Local' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'cleared' })

test('what is over can be cleared and taken back; what may still change stays', async ({
  wallet,
  dapp,
  connected,
}) => {
  const journal = await openJournal(wallet)
  await seedBatches(journal, new URL(dapp.url).origin, 2)
  const sent = sendCalls(connected, { calls: payments.slice(0, 1) })
  await settled(connected, await idOf(decided(wallet.context, sent)))

  const home = await wallet.popup('popup.html#activity')
  await home.evaluate(stopTimers)
  await expect(rowsOf(home)).toHaveCount(3)
  await rowsOf(home).first().click()
  await expect(home.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
  await expect(button(home, 'Clear from activity')).toBeHidden()
  await home.getByRole('link', { name: 'Back' }).click()

  await button(home, 'Clear finished ones').click()
  await expect(rowsOf(home)).toHaveCount(1)
  await expect(button(home, 'Clear finished ones')).toBeHidden()
  await expect(notice(home)).toContainText('2 entries cleared')
  await expect(notice(home)).toBeFocused()
  await home.keyboard.press('Tab')
  await home.keyboard.press('Enter')
  await expect(rowsOf(home)).toHaveCount(3)
  await expect(notice(home)).toBeHidden()

  await rowsOf(home).last().click()
  await button(home, 'Clear from activity').click()
  await expect(rowsOf(home)).toHaveCount(2)
  await expect(notice(home)).toContainText('1 entry cleared')
  await home.reload()
  await expect(rowsOf(home)).toHaveCount(2)
  await expect(notice(home)).toBeHidden()

  // The site of a cleared batch still gets its status, and the batch's page says that it was cleared.
  expect((await statusOf(connected, 'seed 0')).status).toBe(200)
  await home.goto(`${home.url().split('#')[0]}#seed0`)
  await expect(home.getByText('You cleared it from your activity.')).toBeVisible()
  await expect(button(home, 'Clear from activity')).toBeHidden()
})

test('older batches come a page at a time @long', async ({ wallet, dapp }) => {
  await seedBatches(await openJournal(wallet), new URL(dapp.url).origin, 45)
  const home = await wallet.popup('popup.html#activity')
  await home.evaluate(stopTimers)
  await expect(rowsOf(home)).toHaveCount(20)
  await button(home, 'Show more').click()
  await expect(rowsOf(home)).toHaveCount(40)
  await expect(rowsOf(home).nth(20)).toBeFocused()
  await button(home, 'Show more').click()
  // Rows far above the screen make way for their height.
  await expect(home.locator('a[href="#seed0"]')).toBeAttached()
  await expect(button(home, 'Show more')).toBeHidden()

  await button(home, 'Clear finished ones').click()
  await expect(home.getByText('Nothing yet.')).toBeVisible()
  await button(home, 'Undo').click()
  await expect(home.locator('a[href="#seed44"]')).toBeVisible()
  await home.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await home.locator('a[href="#seed0"]').scrollIntoViewIfNeeded()
  await expect(home.locator('a[href="#seed0"]')).toBeInViewport()
})

test('a page of a batch that is not there says so @long', async ({ wallet }) => {
  const page = await wallet.popup('popup.html#nobody')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Batch not found')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText('Nothing yet.')).toBeVisible()
})
