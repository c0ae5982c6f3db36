import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const folder = process.env.VOLLEY_PICTURES

const sizes = { popup: { width: 360, height: 600 }, wide: { width: 1100, height: 760 } }

/** Takes pictures of a screen as popup and as tab, if a folder for pictures is set. */
const picture = async (page: Page, name: string, colorScheme: string) => {
  if (!folder) return
  const before = page.viewportSize()
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await page.screenshot({
      path: `${folder}/${name}-${colorScheme}-${size}.png`,
      fullPage: size === 'popup',
    })
  }
  if (before) await page.setViewportSize(before)
}

/** Takes pictures of a screen in each colour scheme, if a folder for pictures is set. */
export const pictures = async (page: Page, name: string) => {
  for (const colorScheme of folder ? (['light', 'dark'] as const) : []) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await picture(page, name, colorScheme)
  }
}

/** Expects no axe violations on the screen in either colour scheme. */
export const looksWell = async (page: Page, name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await picture(page, name, colorScheme)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
    expect.soft(found, `${name}, ${colorScheme}`).toEqual([])
  }
}

/** Returns axe's violations on a page in both colour schemes. */
export const violationsOn = async (page: Page) => {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const { id, nodes } of violations)
      found.push(`${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }
  return found
}
