import { setTimeout as delay } from 'node:timers/promises'
import type { ElementHandle, Page } from 'puppeteer-core'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import { colourRules } from '../accessibility.ts'
import type { Firefox } from './browser.ts'

const timeLimit = 120_000

/**
 * Polls until `look` returns a value, and returns it: Firefox sends no events when an extension's page
 * changes. An answer that takes long counts when it comes, as do those of the looks after it.
 */
export const until = async <Value>(
  what: string | (() => Promise<string>),
  look: () => Promise<Value | undefined | false | null>,
): Promise<Value> => {
  const deadline = Date.now() + timeLimit
  const seen: { value?: Value; error?: unknown } = {}
  while (Date.now() < deadline) {
    const looked = look().then(
      (value) => {
        if (value) seen.value ??= value
      },
      (error: unknown) => {
        seen.error = error
      },
    )
    // A page that has just closed may never answer.
    await Promise.race([looked, delay(5_000)])
    if (seen.value) return seen.value
    await delay(50)
  }
  const words = typeof what === 'string' ? what : await what()
  throw new Error(`${words} did not come within ${timeLimit / 1000} s`, { cause: seen.error })
}

type Place = Page | ElementHandle

const aria = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`

/** Returns the visible text of a page or element, with single spaces. */
export const textOf = async (place: Place): Promise<string> => {
  const body = 'mainFrame' in place ? await place.$('body') : place
  const text = await body?.evaluate((node) => (node as HTMLElement).innerText)
  return text?.replace(/\s+/g, ' ') ?? ''
}

const awaited = <Value>(
  place: Place,
  what: string,
  look: () => Promise<Value | undefined | false | null>,
) => {
  const where = async () => `${what} (${(await textOf(place).catch(String)).slice(0, 500)})`
  return until(where, look)
}

const isOff = (element: ElementHandle) =>
  element.evaluate((node) => node.matches('[disabled], [aria-disabled=true]'))

/** Waits for the element of an accessible role and name, and returns it. */
export const find = (place: Place, role: string, name: string) =>
  awaited(place, `the ${role} "${name}"`, () => place.$(aria(role, name)))

/** True if an element of this role and name exists now. */
export const has = async (place: Place, role: string, name: string) =>
  Boolean(await place.$(aria(role, name)))

/** Waits until no element of this role and name exists. */
export const gone = (place: Place, role: string, name: string) =>
  awaited(place, `the end of the ${role} "${name}"`, async () => !(await has(place, role, name)))

/** Waits until the text is visible. */
export const sees = (place: Place, text: string | RegExp) =>
  awaited(place, `"${String(text)}"`, async () => {
    const shown = await textOf(place)
    return typeof text === 'string' ? shown.includes(text) : text.test(shown)
  })

const pressed = async (place: Place, what: string, look: () => Promise<ElementHandle | null>) => {
  const element = await awaited(place, what, async () => {
    const found = await look()
    return found && !(await isOff(found)) ? found : undefined
  })
  // The driver takes for seen what the bar at the bottom covers, and would click the bar.
  await element.evaluate((node) => node.scrollIntoView({ block: 'center' }))
  await element.click()
}

/** Waits until the text is not visible. */
export const lacks = (place: Place, text: string) =>
  awaited(place, `the end of "${text}"`, async () => !(await textOf(place)).includes(text))

/** Waits until the checkbox whose label has this text cannot be changed. */
export const isFixed = (place: Place, label: string) =>
  awaited(place, `the checkbox "${label}", off`, async () => {
    for (const box of await place.$$('[role=checkbox]')) {
      const words = await box.evaluate((node) => node.closest('label')?.textContent)
      if (words?.includes(label)) return isOff(box)
    }
    return false
  })

/** Clicks the element of an accessible role and name when it exists and is enabled. */
export const click = (place: Place, role: string, name: string) =>
  pressed(place, `the ${role} "${name}", enabled`, () => place.$(aria(role, name)))

/** Clicks the element with this text, for elements whose accessible name is longer. */
export const clickText = (place: Place, text: string) =>
  pressed(place, `"${text}" to click`, () => place.$(`::-p-text(${text})`))

/** Waits for the input with this label, and returns it; a password input has no role to find it by. */
export const field = (place: Place, name: string) =>
  awaited(place, `the field "${name}"`, async () => {
    for (const found of await place.$$(`::-p-aria([name="${name}"])`))
      if (await found.evaluate((node) => node.matches('input, textarea'))) return found
    return undefined
  })

/** Replaces the text of the input with this label. */
export const fill = async (page: Page, name: string, text: string) => {
  const input = await field(page, name)
  await input.evaluate((node) => {
    const typed = node as HTMLInputElement
    typed.focus()
    typed.select()
  })
  // Typing nothing would leave what was there.
  await page.keyboard.press('Delete')
  await page.keyboard.type(text)
}

/** Selects the option with this text or value. */
export const select = async (place: Place, name: string, option: string) => {
  const box = await find(place, 'combobox', name)
  const chosen = await awaited(place, `the option "${option}"`, () =>
    box.evaluate((node, wanted) => {
      const { options } = node as HTMLSelectElement
      const found = [...options].find((one) => one.label === wanted || one.value === wanted)
      return found && { value: found.value }
    }, option),
  )
  await box.select(chosen.value)
}

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
