import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Wallet } from '../e2e/support/chromium.ts'
import { addRows, forgetRejections } from '../e2e/support/journal.ts'
import {
  approvalWindow,
  chooseNetwork,
  closed,
  reject,
  unlock,
  yes,
} from '../e2e/support/walletPages.ts'
import { development } from '../chain/development.ts'
import { makeKnown, tokenNamed } from './knownChain.ts'
import { openOnBase, openSite } from './knownSites.ts'
import {
  approvalSizes,
  everyLanguage,
  gallery,
  takePictures,
  test,
  turnTo,
  writePart,
  type Picture,
} from './pictures.ts'
import { maria, decisionStates, type DecisionState } from './decisionStates.ts'

/** How long the words of a window have to stay as they are, in ms. */
const still = 1_000

/** Waits until a window has found out all that it will say, and can be clicked where it ever can. */
const settled = async (
  window: Page,
  { isGrey, isLocked }: Pick<DecisionState, 'isGrey' | 'isLocked'>,
) => {
  await (isLocked ? window.locator('input[type=password]') : yes(window)).waitFor()
  await expect(window.locator('[class*="skeleton"]')).toHaveCount(0)
  if (!isGrey && !isLocked) await expect(yes(window)).not.toHaveAttribute('aria-disabled', 'true')
  await window.evaluate(
    (ms) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, ms)
        new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(resolve, ms)
        }).observe(document.body, { childList: true, characterData: true, subtree: true })
      }),
    still,
  )
}

const lock = async (wallet: Wallet) => {
  const page = await wallet.popup()
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await page.locator('input[type=password]').waitFor()
  await page.close()
}

/** Has the calls run in order, where the page does not say it yet. */
const runInOrder = async (window: Page) => {
  await window.getByRole('switch').click()
  // Three transactions, as every language has it.
  await expect(window.locator('[class*="mode"]')).toContainText('3')
}

/**
 * Pictures for readers who try whether ten seconds are enough, each a first screen in English; the gallery has them in
 * every language, scheme and size.
 */
test('requests to decide on', async ({ chains, wallet }) => {
  const { context, worker } = wallet
  const { url } = chains.base
  const places = await makeKnown(url)
  const falseDollars = await tokenNamed(url, 'USD Coin', 'USDC')
  await addRows(worker, { contacts: [{ address: maria, name: 'Maria' }] })
  await mkdir(join(gallery, 'decisions'), { recursive: true })

  const taken: Picture[] = []
  const sites = new Map<string, Page>()
  const connectedAt = async (host: string) => {
    const site = sites.get(host) ?? (await openOnBase(context, host))
    sites.set(host, site)
    return site
  }

  for (const state of decisionStates({ ...places, falseDollars })) {
    const { name, host, isConnected = true, ask, inOrder, isLocked } = state
    const site = isConnected ? await connectedAt(host) : await openSite(context, host)
    if (isLocked) await lock(wallet)
    const answer = ask(site)
    const window = await approvalWindow(context)
    await window.setViewportSize({ width: 400, height: 640 })
    await window.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    if (!isConnected) await chooseNetwork(window, 'Base')
    await settled(window, state)
    if (inOrder) {
      await runInOrder(window)
      await settled(window, state)
    }
    const file = `${name.replace(/[^\w]+/g, '-')}.png`
    await window.screenshot({ path: join(gallery, 'decisions', file) })
    for (const language of everyLanguage) {
      if (language !== 'en') {
        await turnTo(window, language)
        if (inOrder) await runInOrder(window)
        await settled(window, state)
      }
      const about = { name: `to decide on: ${name}`, language, at: approvalSizes }
      taken.push(...(await takePictures(window, { ...about, isApproval: true })))
    }
    await turnTo(window, 'en')
    if (isLocked) await unlock(window, development.password)
    await reject(window)
    await answer
    await closed(window)
    await forgetRejections(worker)
  }
  await writePart('decisions', taken)
})
