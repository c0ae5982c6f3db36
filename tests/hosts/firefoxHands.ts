import type { Page } from 'puppeteer-core'
import { endFirefox, launchFirefox, stopBackground } from '../e2e/support/firefox/browser.ts'
import { click, fill, sees, textOf, until } from '../e2e/support/firefox/screen.ts'
import {
  approval,
  approve,
  countApprovals,
  onboard,
  openSite,
  openWallet,
  reject,
  scripted,
} from '../e2e/support/firefox/wallet.ts'
import type { Hands, Screen } from './hands.ts'

const screenOf = (page: Page): Screen & { page: Page } => ({
  page,
  press: (name) => click(page, 'button', name),
  fill: (label, text) => fill(page, label, text),
  sees: async (text) => {
    await sees(page, text)
  },
  stands: async () => {
    await until('a heading', () => page.$('h1'))
  },
  close: () => page.close(),
})

/** The label of the second step names the risk; the click may end its own window. */
const secondStep = async (window: Page) => {
  await click(window, 'button', 'Approve anyway')
  const name = await until('the second step', async () => {
    for (const button of await window.$$('button')) {
      const label = await textOf(button)
      if (/^Approve (?!anyway)/.test(label)) return label
    }
    return undefined
  })
  await click(window, 'button', name).catch(() => undefined)
}

/** Starts Firefox with the extension, everything through the proxy. */
export const firefoxHands = async (extension: string, proxy: number): Promise<Hands> => {
  const firefox = await launchFirefox(extension, proxy)
  // A background that is still starting cannot be stopped.
  const first = await openWallet(firefox)
  await until('a heading', () => first.$('h1'))
  await first.close()
  const ended = async (decide: (page: Page) => Promise<unknown>) => {
    await decide(await approval(firefox))
    await until('the end of the window', async () => (await countApprovals(firefox)) === 0)
  }
  return {
    open: async (hash) => screenOf(await openWallet(firefox, hash)),
    onboard: (screen) => onboard((screen as Screen & { page: Page }).page),
    site: async (url) => scripted(await openSite(firefox, url)),
    approval: async () => screenOf(await approval(firefox)),
    approve: () =>
      ended(async (window) => {
        const label = await until('a button that approves', async () => {
          const button = await window.$('button[name=approve]')
          return button ? textOf(button) : undefined
        })
        await (label === 'Approve anyway' ? secondStep(window) : approve(window))
      }),
    reject: () => ended(reject),
    stop: async () => {
      await stopBackground(firefox)
    },
    end: () => endFirefox(firefox),
  }
}
