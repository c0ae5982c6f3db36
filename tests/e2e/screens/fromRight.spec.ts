import type { Page } from '@playwright/test'
import { test, turnTo } from '../../gallery/pictures.ts'
import { pictures, misfits, turnedRound } from '../support/accessibility.ts'
import { showEach } from '../support/approvalStates.ts'
import { fillActivity, screenAddresses } from '../support/screenAddresses.ts'
import { expect } from '../support/test.ts'

/** Goes on after a failure, so that each screen is named. */
const softly = expect.configure({ soft: true })

const standsFromRight = async (page: Page, name: string) => {
  for (const [width, height] of [
    [360, 600],
    [1100, 760],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
    await softly.poll(() => misfits(page), `${name}, ${width} px`).toEqual([])
    await softly.poll(() => turnedRound(page), `${name}, ${width} px`).toEqual([])
  }
  await pictures(page, `from-right-${name.replace(/\W+/g, '-')}`)
}

test('from the right, each approval fits, and amounts and addresses keep their order @long', async ({
  chains,
  wallet,
  connected,
  dapp,
}) => {
  // Each state is loaded anew in each direction.
  test.setTimeout(1_800_000)
  await showEach({ chains, wallet, connected, dapp }, async (window, { name }) => {
    await turnTo(window, 'rtl')
    await standsFromRight(window, name)
    await turnTo(window, 'en')
  })
})

test('from the right, each screen fits, and amounts and addresses keep their order @long', async ({
  chains,
  wallet,
  fresh,
  connected,
}) => {
  const { ran, old } = await fillActivity({ wallet, connected, chains }, 30)

  const page = await wallet.popup()
  for (const screen of [...screenAddresses, ran, old]) {
    await page.goto(`${page.url().split('#')[0]}#${screen}`)
    await turnTo(page, 'rtl')
    await standsFromRight(page, screen || 'home')
  }
  const welcome = await fresh.popup()
  await turnTo(welcome, 'rtl')
  await standsFromRight(welcome, 'welcome')
  for (const way of [0, 1, 2, 3]) {
    await turnTo(welcome, 'rtl')
    await welcome.getByRole('button').nth(way).click()
    await standsFromRight(welcome, `welcome ${way}`)
  }
})

test('amounts that run the wrong way, and what sticks out, are found', async ({ fresh }) => {
  const page = await fresh.context.newPage()
  await page.setContent(
    '<html dir="rtl"><p>−100 <bdi>lUSDC</bdi></p><p style="width: 2000px">wide</p>' +
      '<div style="width: 50px; overflow: hidden; white-space: nowrap">a text that is cut off</div>' +
      '<p><bdi dir="ltr">−5 lDAI</bdi></p></html>',
  )
  expect(await turnedRound(page)).toEqual(['−100 lUSDC'])
  expect((await misfits(page)).map((found) => found.slice(0, 4))).toEqual(['<p s', '<div'])
})
