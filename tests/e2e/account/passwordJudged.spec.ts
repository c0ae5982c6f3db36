import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

type Watched = { seen: { tops: number[]; said: string[] } }

/** Notes from now on where the button stands, in px, and what is said of the password, frame by frame. */
const watchForm = (page: Page) =>
  page.evaluate(() => {
    const seen: Watched['seen'] = { tops: [], said: [] }
    Object.assign(globalThis, { seen })
    const look = () => {
      const top = document.querySelector('button[type=submit]')?.getBoundingClientRect().top
      const said = document.querySelector('form [role=status]')?.textContent
      if (top !== undefined && seen.tops.at(-1) !== top) seen.tops.push(top)
      if (said && seen.said.at(-1) !== said) seen.said.push(said)
      requestAnimationFrame(look)
    }
    look()
  })

const seenOn = (page: Page) => page.evaluate(() => (globalThis as unknown as Watched).seen)

test('the button stays below the pointer while a password is judged, and no judgement is of what was not typed', async ({
  wallet,
}) => {
  const page = await wallet.popup('popup.html#password')
  await page.setViewportSize({ width: 360, height: 600 })
  const field = page.getByRole('textbox', { name: 'New password', exact: true })
  await field.waitFor()
  // An empty field is looked at, too, once typing rests.
  await page.waitForTimeout(500)
  await watchForm(page)

  await field.fill('six other words nobody says')
  await expect(page.getByText('Very strong')).toBeVisible()
  expect((await seenOn(page)).said).toEqual(['Very strong'])
  await field.fill('password123')
  await expect(page.getByText('Many people use this password')).toBeVisible()
  await field.fill('')
  await expect(page.getByText('Many people use this password')).toBeHidden()
  await page.waitForTimeout(500)
  await field.fill('six more words nobody says')
  await expect(page.getByText('Very strong')).toBeVisible()
  const { tops, said } = await seenOn(page)
  expect(tops).toHaveLength(1)
  expect(said.filter((text) => text === 'Very strong')).toHaveLength(2)
  expect(said).toHaveLength(3)
})
