import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/test.ts'
import { openJournal, seedBatches } from '../support/journal.ts'

test(
  'of 10,000 batches only those near what is on the screen exist, and the oldest is found',
  { tag: '@long' },
  async ({ wallet }) => {
    await seedBatches(await openJournal(wallet), 'https://other.example', 10_000)
    const page = await wallet.popup('popup.html#activity')
    await page.setViewportSize({ width: 360, height: 600 })
    const rows = page.getByRole('link').filter({ hasText: 'on Local' })
    const more = page.getByRole('button', { name: 'Show more' })
    const shownTo = (index: number) => page.locator(`a[href="#seed${index}"]`)

    await expect(rows).toHaveCount(20)
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file.match(/"seed \d+"/g)).toEqual(
      Array.from({ length: 10_000 }, (_, at) => `"seed ${9_999 - at}"`),
    )
    await page.getByRole('button', { name: 'Export' }).click()
    for (let opened = 1; opened <= 15; opened++) {
      await more.click()
      await expect(shownTo(9_999 - opened * 20)).toBeFocused()
      await expect(more).toBeVisible()
      await expect.poll(() => rows.count()).toBeLessThanOrEqual(120)
    }
    await expect.poll(() => rows.count()).toBeLessThanOrEqual(100)
    await expect(shownTo(9_999)).toHaveCount(0)

    // Back at the top, the removed rows are rendered again, and those below are removed, except the focused
    // one.
    await page.evaluate(() => scrollTo(0, 0))
    await expect(shownTo(9_999)).toBeInViewport()
    await expect(shownTo(9_999 - 12 * 20)).toHaveCount(0)
    await expect(shownTo(9_999 - 15 * 20)).toBeFocused()
    await expect.poll(() => rows.count()).toBeLessThanOrEqual(100)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(more).toBeInViewport()
    await expect(shownTo(9_999)).toHaveCount(0)
    // Shift+Tab reaches rows that were removed from the document.
    await shownTo(9_980 - 14 * 20).focus()
    for (let at = 1; at <= 60; at++) {
      await page.keyboard.press('Shift+Tab')
      await expect(shownTo(9_980 - 14 * 20 + at)).toBeFocused()
    }
    await expect.poll(() => rows.count()).toBeLessThanOrEqual(100)

    const search = page.getByRole('textbox', { name: 'Search by site, address, hash or ID' })
    await search.fill('seed 0')
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: 'Filters' }).click()
    const status = page.getByRole('combobox', { name: 'Status' })
    await status.selectOption('Failed')
    await expect(page.getByText('No matches.')).toBeVisible()
    await status.selectOption('Confirmed')
    await expect(rows).toHaveCount(1)
    await rows.click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Confirmed')
    await expect(page).toHaveURL(/#seed0$/)
  },
)
