import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'puppeteer-core'
import { expect } from '@playwright/test'
import { colourRules } from '../accessibility.ts'
import type { Firefox } from './browser.ts'

/** The driver would wait for 30 s; a busy machine stands still for many seconds. */
const patient = { polling: 50, timeout: 120_000 }

const folder = process.env.VOLLEY_PICTURES

const here = createRequire(import.meta.url)
const fromPlaywright = createRequire(here.resolve('@axe-core/playwright'))

type Violation = { id: string; nodes: { html: string }[] }
type Axe = { run: (options: { runOnly?: string[] }) => Promise<{ violations: Violation[] }> }

const found = (page: Page, runOnly?: string[]) =>
  page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    runOnly ? { runOnly } : {},
  )

const isScrolledSideways = (page: Page) =>
  page.evaluate(() => innerHeight > document.documentElement.clientHeight)

/**
 * Expects a screen without sideways scrolling and without axe violations in both colour schemes; takes
 * pictures if a folder for them is set.
 */
export const looksWell = async ({ privileged }: Firefox, page: Page, name: string) => {
  await page.waitForFunction(() => document.querySelector('h1') !== null, patient)
  expect(await isScrolledSideways(page), name).toBe(false)
  await page.evaluate(await readFile(fromPlaywright.resolve('axe-core/axe.min.js'), 'utf8'))
  for (const [scheme, value] of [
    ['dark', 0],
    ['light', 1],
  ] as const) {
    await privileged(
      `Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', ${value})`,
    )
    await page.waitForFunction(
      (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
      patient,
      scheme,
    )
    if (folder) await page.screenshot({ path: `${folder}/${name}-${scheme}.png` })
    const rules = scheme === 'light' ? undefined : colourRules
    expect(await found(page, rules), `${name}, ${scheme}`).toEqual([])
  }
}
