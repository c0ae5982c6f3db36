import { readFile } from 'node:fs/promises'
import { looksWell } from '../support/accessibility.ts'
import { openJournal, seedBatches } from '../support/journal.ts'
import { expect, test } from '../support/test.ts'

test('the activity is saved as a file, all pages of it @long', async ({ wallet }) => {
  await seedBatches(await openJournal(wallet), 'https://other.example', 45)
  const page = await wallet.popup('popup.html#activity')
  await page.setViewportSize({ width: 360, height: 600 })
  await page.getByRole('button', { name: 'Export' }).click()
  await looksWell(page, 'activity-export')
  const saved = async (button: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const file = await download
    await expect(page.getByText('45 entries in the file.')).toBeVisible()
    return {
      name: file.suggestedFilename(),
      text: await readFile(await file.path(), 'utf8'),
    }
  }
  const csv = await saved('Save as CSV')
  expect(csv.name).toMatch(/^volley-activity-\d{4}-\d\d-\d\d\.csv$/)
  // A head, a row of each batch, and the end of the last one.
  expect(csv.text.split('\r\n')).toHaveLength(47)
  const json = await saved('Save as JSON')
  expect(json.name).toMatch(/\.json$/)
  const { entries } = JSON.parse(json.text) as { entries: { id: string }[] }
  expect(entries.map(({ id }) => id)).toEqual(
    Array.from({ length: 45 }, (_, at) => `seed ${44 - at}`),
  )
})
