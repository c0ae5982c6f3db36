import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import type { Wallet } from '../e2e/support/chromium.ts'
import { approvalWindow, approve, refuseUpgrade, reject, yes } from '../e2e/support/walletPages.ts'

/** Resolves at the next click on a page, as seen by the page and not by the driver. */
const clicked = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        addEventListener('click', () => resolve(), { once: true, capture: true }),
      ),
  )

/** Ignores errors of a window that closes during a click: the site's answer shows what became of it. */
const unlessClosed = async (run: () => Promise<void>) => {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('has been closed'))) throw error
  }
}

type Watched = {
  isRefused: boolean
  /** True once the site has its answer or can never get one: nothing is left to click. */
  isOver: () => boolean
  /** Called after the first click on Approve. */
  onClick: () => void
}

/** Approves like a user, and clicks again if nothing happens for a while. Returns the number of clicks. */
export const decide = async (
  context: BrowserContext,
  { isRefused, isOver, onClick }: Watched,
): Promise<number> => {
  const window = await approvalWindow(context)
  const isEnded = () => window.isClosed() || isOver()
  let clicks = 0
  await unlessClosed(async () => {
    if (isRefused) await refuseUpgrade(window)
    await yes(window).click({ trial: true })
    // The window may close before it reports the click.
    void clicked(window).then(onClick, onClick)
    while (!isEnded()) {
      await approve(window)
      clicks++
      for (let waits = 0; waits < 50 && !isEnded(); waits++) await delay(100)
    }
  })
  // Gives a window that closes by itself the time to do so.
  for (let waits = 0; waits < 20 && !window.isClosed(); waits++) await delay(100)
  return clicks
}

/**
 * Rejects a request whose page is gone, as the user would, and closes windows left open. Returns their
 * number.
 */
export const clearWindows = async ({ context, popup }: Wallet, isWaiting: boolean) => {
  if (isWaiting) {
    const window = await popup('popup.html?approval')
    await reject(window)
    await window.getByRole('button', { name: 'Reject' }).waitFor({ state: 'hidden' })
    await window.close()
  }
  const left = context.pages().filter((page) => page.url().includes('popup.html?approval'))
  for (const page of left) await page.close()
  return left.length
}
