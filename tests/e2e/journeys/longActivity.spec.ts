import { expect, test } from '../support/journey.ts'
import { seedBatches } from '../support/journal.ts'

test('hundreds of batches are shown a few at a time, and searched @long', async ({
  walletBrowser,
}) => {
  await seedBatches(await walletBrowser.openJournal(), 'https://other.example', 500)
  const page = await walletBrowser.open('activity')
  await page.front()
  const shown = () =>
    page.driven.evaluate(() => document.querySelectorAll('main li > a[href^="#seed"]').length)
  await expect.poll(shown).toBe(20)
  await page.looksWell('activity-long')
  await page.click('button', 'Show more')
  await expect.poll(shown).toBe(40)
  await page.fill('Search by site, address, hash or ID', 'seed 177')
  await expect.poll(shown).toBe(1)
  await page.fill('Search by site, address, hash or ID', 'nothing of the kind')
  await page.sees('No matches.')
  await page.fill('Search by site, address, hash or ID', '')
  await expect.poll(shown).toBe(20)
})
