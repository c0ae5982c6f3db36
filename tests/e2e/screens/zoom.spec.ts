import type { Page } from '@playwright/test'
import { showEach } from '../support/approvalStates.ts'
import { swapCalls } from '../support/chainState.ts'
import { fillActivity, screenAddresses } from '../support/screenAddresses.ts'
import { expect, test } from '../support/test.ts'
import {
  firstScreenOf,
  misfits,
  narrowLines,
  sideways,
  smallTargets,
} from '../support/accessibility.ts'
import { sendCalls } from '../support/site.ts'
import { approvalWindow, openDetails, reject, yes } from '../support/walletPages.ts'

// Zoomed to 200 %, a window of 360 by 600 has half as many pixels of CSS each way.
test('a batch is decided on one screen of little hex, and at 200 % without scrolling sideways', async ({
  chains,
  wallet,
  connected,
}) => {
  const answer = sendCalls(connected, { calls: swapCalls(chains.local.contracts) })
  const window = await approvalWindow(wallet.context)
  for (const size of [
    { width: 400, height: 640 },
    { width: 360, height: 600 },
  ]) {
    await window.setViewportSize(size)
    await expect(window.getByText('All 3 steps succeed')).toBeVisible()
    await expect(window.getByText(/^Not locked/)).toBeVisible()
    await expect.poll(async () => (await firstScreenOf(window)).tooHigh).toBe(0)
    await expect.poll(async () => (await firstScreenOf(window)).hex).toBeLessThanOrEqual(15)
  }

  await window.setViewportSize({ width: 180, height: 300 })
  const wide = () =>
    window.evaluate(() =>
      [...document.body.querySelectorAll('button, p, li, h1, h2, dt, dd')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    )
  await expect.poll(() => window.evaluate(() => innerWidth)).toBe(180)
  await expect.poll(wide).toEqual([])
  // A line of about 20 characters.
  const lines = window.getByRole('region', { name: 'Steps' }).getByRole('listitem')
  const sentences = lines.getByText(/ \d+ l(USDC|DAI)/)
  await expect(sentences).toHaveCount(3)
  for (const sentence of await sentences.all())
    await expect.poll(async () => (await sentence.boundingBox())?.width).toBeGreaterThanOrEqual(120)
  // The buttons are below the text, and do not cover it.
  const button = yes(window)
  await expect(button).not.toBeInViewport()
  await button.scrollIntoViewIfNeeded()
  await expect(button).toBeInViewport()
  await reject(window)
  expect(await answer).toMatchObject({ error: { code: 4001 } })
})

/** Goes on after a failure, so that each screen is named. */
const softly = expect.configure({ soft: true })

/** A window of 1280 by 1024 px whose page is zoomed to 400 %, in px of CSS. */
const zoomed = { width: 320, height: 256 }
const wide = { width: 1280, height: 1024 }

/** A popup whose page is zoomed to 200 %, in px of CSS. */
const popup = { width: 180, height: 300 }

/**
 * Expects that nothing scrolls sideways in a popup at 200 % and a window at 400 %, that each line has room for 20
 * characters, and that all is large enough.
 */
const standsZoomed = async (page: Page, name: string) => {
  for (const size of [popup, zoomed, wide]) {
    await page.setViewportSize(size)
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width)
    const at = `${name}, ${size.width} px`
    const found = async () => [
      ...(await smallTargets(page)),
      ...(size === wide
        ? []
        : [await sideways(page), await misfits(page), await narrowLines(page)].flat()),
    ]
    await softly.poll(found, { message: at, timeout: 30_000 }).toEqual([])
  }
}

test('at 200 % and 400 % each screen has lines of 20 characters, and nothing to hit is below 24 px @long', async ({
  chains,
  wallet,
  fresh,
  connected,
}) => {
  const { ran, old } = await fillActivity({ wallet, connected, chains }, 8)
  const page = await wallet.popup()
  const site = `site/${new URL(connected.url()).origin}`
  for (const screen of [...screenAddresses, site, ran, old]) {
    await page.goto(`${page.url().split('#')[0]}#${screen}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.locator('[class*="skeleton"]')).toHaveCount(0)
    if (screen === ran) await openDetails(page)
    await standsZoomed(page, screen || 'home')
  }
  await page.goto(`${page.url().split('#')[0]}#`)
  await page.setViewportSize(zoomed)
  // A popup is as wide as the least that its content asks for.
  const least = await page.evaluate(() => {
    document.documentElement.style.width = 'min-content'
    const { width } = document.documentElement.getBoundingClientRect()
    document.documentElement.style.width = ''
    return width
  })
  expect(least).toBe(360)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await page.getByRole('button', { name: 'Unlock' }).waitFor()
  await standsZoomed(page, 'unlock')

  const welcome = await fresh.popup()
  await standsZoomed(welcome, 'welcome')
  for (const way of [0, 1, 2, 3, 4, 5]) {
    await welcome.reload()
    await welcome.getByRole('button').nth(way).click()
    await standsZoomed(welcome, `welcome ${way}`)
  }
})

test('at 200 % and 400 % each approval has, too @long', async ({
  chains,
  wallet,
  connected,
  dapp,
}) => {
  await showEach({ chains, wallet, connected, dapp }, async (window, { name }) => {
    await standsZoomed(window, name)
    await window.setViewportSize({ width: 400, height: 640 })
    await softly.poll(() => smallTargets(window), { message: name, timeout: 30_000 }).toEqual([])
  })
})

// German has the longest words, and Korean words are not broken.
for (const language of ['de', 'ko'])
  test(`at 200 % no screen of the popup scrolls sideways in ${language} @long`, async ({
    chains,
    wallet,
    connected,
  }) => {
    const { ran, old } = await fillActivity({ wallet, connected, chains }, 3)
    const page = await wallet.popup()
    await page.setViewportSize(popup)
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    for (const screen of [...screenAddresses, ran, old]) {
      await page.goto(`${page.url().split('#')[0]}#${screen}`)
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect(page.locator('[class*="skeleton"]')).toHaveCount(0)
      const message = screen || 'home'
      await softly.poll(() => sideways(page), { message, timeout: 30_000 }).toEqual([])
    }
  })

test('narrow lines, small targets and what scrolls sideways are found', async ({ fresh }) => {
  const page = await fresh.context.newPage()
  await page.setContent(
    '<p style="width: 80px">a text of more than twenty letters</p>' +
      '<p style="width: 300px">a text of more than twenty letters, in a line that has room for it</p>' +
      '<button style="width: 20px; height: 30px"></button><button style="padding: 12px"></button>' +
      '<label style="display: block; padding: 8px"><input type="checkbox"></label>' +
      '<div style="width: 90px; overflow: auto"><p style="width: 200px">wide</p></div>',
  )
  expect((await narrowLines(page)).map((found) => found.split(': ')[1])).toEqual([
    'a text of more than twenty letters',
  ])
  expect((await smallTargets(page)).map((found) => found.split(':')[0])).toEqual(['20 x 30 px'])
  expect((await sideways(page)).map((found) => found.slice(0, 4))).toEqual(['<div'])
  await page.setContent('<div style="width: 3000px">wide</div>')
  expect((await sideways(page)).map((found) => found.slice(0, 5))).toEqual(['<html'])
})
