import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { buildExtension } from '../../scripts/build.ts'
import { development } from '../chain/development.ts'
import { startChain } from '../chain/index.ts'
import { plantRouter } from '../chain/router.ts'
import { openConnected, onboard } from '../e2e/support/walletPages.ts'
import { closeInstallTab, launchBare, launchWallet, type Wallet } from '../e2e/support/chromium.ts'
import { alice } from '../unit/accounts.ts'
import { startNode } from './constantNode.ts'
import { servePage } from './jobPage.ts'
import { openUnattached, type Unattached } from './unattached.ts'

type Ending = (end: () => unknown) => void

/** The wallet, the floor extension and a browser without either, side by side over one node. */
export type Scene = {
  wallet: Wallet
  floor: Wallet
  bare: BrowserContext
  node: Awaited<ReturnType<typeof startNode>>
  /** The node of the test network, which has no chain behind it until a measure gives it one. */
  testnet: Awaited<ReturnType<typeof startNode>>
  chain: Awaited<ReturnType<typeof startChain>>
  url: string
  /** Gives a page of `unattached` requests to send, and takes their time. */
  give: Awaited<ReturnType<typeof servePage>>['give']
  /**
   * Browsers to which no debugger is attached, opened by the first measure that needs them: one with the bare
   * extension, one with the wallet, unlocked and with a connected site.
   */
  unattached: () => Promise<Record<'floor' | 'wallet', Unattached>>
  /** A page in the wallet's browser, connected, and one in the floor's. */
  pages: { wallet: Page; floor: Page }
  extension: string
  /** Has something end with the run, however that ends. */
  onEnd: Ending
  /** Opens another page in one of the browsers, with so many frames. */
  open: (which: 'wallet' | 'floor' | 'bare', frames?: number) => Promise<Page>
}

const openBare = async (onEnd: Ending): Promise<BrowserContext> => {
  const { context, profile } = await launchBare()
  onEnd(async () => {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  })
  return context
}

const openExtension = async (extension: string, onEnd: Ending): Promise<Wallet> => {
  const wallet = await launchWallet({ extension, headless: true })
  onEnd(async () => {
    await wallet.context.close()
    await rm(wallet.profile, { recursive: true, force: true })
  })
  return wallet
}

/** Sets up the wallet in a browser and connects a site, with a debugger that is attached only meanwhile. */
export const setUp = (browser: Unattached, url: string): Promise<void> =>
  browser.attached(async (context) => {
    // A page of the extension would keep its process.
    await closeInstallTab({ context, id: browser.id })
    const own = await context.newPage()
    await own.goto(`chrome-extension://${browser.id}/popup.html`)
    await onboard(own, development.phrase, development.password)
    await own.close()
    const site = await openConnected({ context }, url, 'Base')
    await site.close()
  })

const openBoth = async (extension: string, url: string, onEnd: Ending) => {
  const floor = await openUnattached(join(import.meta.dirname, 'floor'), `${url}?works=floor`)
  onEnd(floor.end)
  const wallet = await openUnattached(extension, `${url}?works=wallet`)
  onEnd(wallet.end)
  await setUp(wallet, url)
  return { floor, wallet }
}

/**
 * Builds, starts and connects everything that is measured. The wallet is the production package. `port`: the site's,
 * any free one by default.
 */
export const setScene = async (onEnd: Ending, port?: number): Promise<Scene> => {
  const chain = await startChain({
    chainId: 8453,
    hardfork: 'prague',
    l1Fee: true,
  })
  onEnd(chain.stop)
  await plantRouter(chain.url, alice)
  const node = await startNode(chain.url)
  onEnd(node.stop)
  const testnet = await startNode()
  onEnd(testnet.stop)
  const site = await servePage(port)
  onEnd(site.stop)
  const extension = await buildExtension({
    browser: 'chrome',
    mode: 'production',
    outDir: '.output/bench',
    env: { VOLLEY_BASE_URL: node.url, VOLLEY_TESTNET_BASE_URL: testnet.url },
  })
  const wallet = await openExtension(extension, onEnd)
  const floor = await openExtension(join(import.meta.dirname, 'floor'), onEnd)
  const bare = await openBare(onEnd)
  const contexts = { wallet: wallet.context, floor: floor.context, bare }
  const open = async (which: keyof typeof contexts, frames = 0) => {
    const page = await contexts[which].newPage()
    page.setDefaultNavigationTimeout(120_000)
    await page.goto(frames > 0 ? `${site.url}?frames=${frames}` : site.url)
    return page
  }
  await closeInstallTab(wallet)
  const own = await wallet.popup()
  await onboard(own, development.phrase, development.password)
  await own.close()
  const pages = {
    wallet: await openConnected(wallet, site.url, 'Base'),
    floor: await open('floor'),
  }
  let both: ReturnType<typeof openBoth> | undefined
  const unattached = () => (both ??= openBoth(extension, site.url, onEnd))
  return {
    wallet,
    floor,
    bare,
    node,
    testnet,
    chain,
    pages,
    extension,
    onEnd,
    open,
    unattached,
    give: site.give,
    url: site.url,
  }
}
