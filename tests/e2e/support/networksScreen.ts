import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Locates a section of a network's screen. */
export const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens the list of networks. */
export const openList = async (page: Page) => {
  await page.goto(page.url().replace(/#.*$/, '') + '#networks')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Networks')
}

/** Opens the screen of a network. */
export const open = async (page: Page, name: string) => {
  await openList(page)
  await page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}
