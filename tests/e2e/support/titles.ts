import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Goes on after a failure, so that each screen is named. */
const softly = expect.configure({ soft: true })

/** The headings of the first rank on a page, and its title. */
const titlesOf = (page: Page) =>
  page.evaluate(() => ({
    headings: [...document.querySelectorAll('h1')]
      .filter((heading) => heading.checkVisibility())
      .map(({ innerText }) => innerText.replace(/\s+/g, ' ').trim()),
    title: document.title,
  }))

/** Expects a page to have one heading of the first rank that says something, and to be named by it. */
export const isNamed = async (page: Page, name: string) => {
  await softly.poll(async () => (await titlesOf(page)).headings.length, name).toBe(1)
  await softly
    .poll(async () => {
      const { headings, title } = await titlesOf(page)
      return headings[0] !== '' && title === `${headings[0]} – Volley`
    }, name)
    .toBe(true)
}
