import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import type { Wallet } from '../e2e/support/chromium.ts'
import { approvalWindow, approve, refuseUpgrade, reject } from '../e2e/support/walletPages.ts'

/** Resolves with the next click on that page, seen there and not by the one who clicks. */
const clicked = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        addEventListener('click', () => resolve(), { once: true, capture: true }),
      ),
  )

/** What a window that closes keeps from being clicked shows in the site's answer. */
const unlessClosed = async (run: () => Promise<void>) => {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('has been closed'))) throw error
  }
}

type Watched = {
  isRefused: boolean
  /** The site has been answered, or never will be: there is nothing left to click. */
  isOver: () => boolean
  /** Told of the first click on Approve. */
  onClick: () => void
}

/**
 * Approves as a user does, once more if nothing has come of it after a while: whoever sees his click come
 * to nothing clicks again. Gives the number of clicks it took.
 */
export const decide = async (
  context: BrowserContext,
  { isRefused, isOver, onClick }: Watched,
): Promise<number> => {
  const window = await approvalWindow(context)
  const isEnded = () => window.isClosed() || isOver()
  let clicks = 0
  await unlessClosed(async () => {
    if (isRefused) await refuseUpgrade(window)
    await window.getByRole('button', { name: 'Approve', exact: true }).click({ trial: true })
    // The window may close with the click, before that can be said.
    void clicked(window).then(onClick, onClick)
    while (!isEnded()) {
      await approve(window)
      clicks++
      for (let waits = 0; waits < 50 && !isEnded(); waits++) await delay(100)
    }
  })
  // What closes by itself gets the time to.
  for (let waits = 0; waits < 20 && !window.isClosed(); waits++) await delay(100)
  return clicks
}

/**
 * Refuses what no page waits for any more, as the user would, and closes windows that were left open.
 * Gives how many those were.
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
