import { stranger } from '../../unit/accounts.ts'
import { decided, openDetails } from '../support/walletPages.ts'
import { expect, test } from '../support/test.ts'
import { openJournal, seedBatches } from '../support/journal.ts'
import { looksWell } from '../support/accessibility.ts'
import { idOf, payments, sendCalls, settled } from '../support/site.ts'

test('hundreds of batches are looked through, and each has its page @long', async ({
  wallet,
  dapp,
  connected,
}) => {
  await seedBatches(await openJournal(wallet), 'https://other.example', 500)
  const sent = sendCalls(connected, { calls: payments.slice(0, 1) })
  const id = await idOf(decided(wallet.context, sent))
  const { receipts } = await settled(connected, id)
  const hash = receipts?.[0]?.transactionHash ?? ''

  const page = await wallet.popup('popup.html#activity')
  await page.setViewportSize({ width: 360, height: 600 })
  const rows = page.getByRole('link').filter({ hasText: 'on Local' })
  const search = page.getByRole('textbox', { name: 'Search by site, address, hash or ID' })
  await expect(rows).toHaveCount(20)
  await search.fill('other.EXAMPLE')
  await expect(rows.first()).toContainText('other.example')
  await search.fill('seed 177')
  await expect(rows.first()).toContainText('other.example')
  await search.fill(stranger)
  await expect(rows).toHaveCount(20)
  await search.fill('nothing of the kind')
  await expect(page.getByText('No matches.')).toBeVisible()
  await search.fill(hash)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(new URL(dapp.url).host)

  await search.fill('')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed')
  await expect(rows).toHaveCount(20)
  await expect(rows.filter({ hasText: 'Confirmed' })).toHaveCount(0)
  await looksWell(page, 'activity')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Any status')
  await page.getByRole('combobox', { name: 'Site' }).selectOption(new URL(dapp.url).origin)
  await expect(rows).toHaveCount(1)

  await rows.click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
  await looksWell(page, 'batch-first')
  await openDetails(page)
  await expect(page.getByText(hash)).toBeVisible()
  await expect(page.getByText(/Fee paid0\.\d+ ETH/)).toBeVisible()
  await page.getByRole('button', { name: 'Signed transaction' }).click()
  await expect(page.getByRole('region', { name: 'Signed transaction' })).toContainText('0x02')
  await page.evaluate(() => {
    // Reading the clipboard would need a permission of the browser.
    navigator.clipboard.writeText = (text) => {
      document.title = text
      return Promise.resolve()
    }
  })
  await page.getByRole('button', { name: 'Copy as JSON' }).click()
  await expect(page).toHaveTitle(/^\{/)
  const copied = JSON.parse(await page.title()) as { id: string; status: number }
  expect(copied).toMatchObject({ id, status: 200 })
  await looksWell(page, 'batch')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(search).toBeVisible()
})
