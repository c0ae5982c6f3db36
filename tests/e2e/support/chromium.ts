import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page, type Worker } from '@playwright/test'
import { findChromium } from '../../../scripts/browsers.mjs'

export type Wallet = {
  context: BrowserContext
  worker: Worker
  id: string
  profile: string
  popup: (path?: string) => Promise<Page>
}

/** Folder of another extension; `isFirst` loads it before the wallet. */
export type Beside = { folder: string; isFirst?: boolean }

type LaunchOptions = {
  /** Folder of a built extension. */
  extension: string
  /** Another extension to load besides the wallet. */
  beside?: Beside | undefined
  /** Browser profile; a new empty folder by default. */
  profile?: string | undefined
  headless: boolean
  /** True to keep the back/forward cache, as any browser does; Playwright turns it off. */
  keepsPages?: boolean
  /** Port of a proxy on this machine, which everything goes through and whose certificate is trusted. */
  proxy?: number
  /** File that a fake camera plays (YUV4MPEG2), which every page may use without a question. */
  camera?: string | undefined
}

const withCamera = (file: string) => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]

/** Chromium reaches this machine without its proxy, unless it is told not to. */
const throughProxy = (port: number) => [
  `--proxy-server=http://127.0.0.1:${port}`,
  '--proxy-bypass-list=<-loopback>',
  '--ignore-certificate-errors',
]

/**
 * Features of Chromium that tests do without: each start of a browser would load the popups of the address bar,
 * which are pages, and keep a spare process. The other names are Playwright's own: Chromium heeds one such list
 * only.
 */
const disabledFeatures = [
  // A page that takes longer than 3 s to enter the back/forward cache would not be kept.
  'BackForwardCacheEntryTimeout',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'SpareRendererForSitePerProcess',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

const quiet = [
  `--disable-features=${disabledFeatures.join()}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** How long the browser may take for a step, in ms: a busy machine stands still for many seconds. */
const timeout = 120_000

const isWallet = (worker: Worker) => worker.url().endsWith('/background.js')

/** Launches Chromium on a profile that outlives the browser. */
const launch = async (
  profile: string,
  args: string[],
  { headless, keepsPages }: Pick<LaunchOptions, 'headless' | 'keepsPages'>,
): Promise<BrowserContext> => {
  const executablePath = await findChromium()
  if (!executablePath)
    throw new Error('No Chromium was found: install it or set VOLLEY_CHROMIUM to its path.')
  return chromium.launchPersistentContext(profile, {
    executablePath,
    headless,
    // Chromium refuses to start as root with a sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
    viewport: null,
    ignoreDefaultArgs: keepsPages ? ['--disable-back-forward-cache'] : [],
    // The caller handles signals, and decides in which order they end things.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...quiet, ...args],
  })
}

/** Launches Chromium as `launchWallet` does, with no extension. */
export const launchBare = async (): Promise<Pick<Wallet, 'context' | 'profile'>> => {
  const profile = await mkdtemp(join(tmpdir(), 'volley-bare-'))
  return { context: await launch(profile, [], { headless: true }), profile }
}

/** Launches Chromium with the extension. */
export const launchWallet = async (options: LaunchOptions): Promise<Wallet> => {
  const { folder = [], isFirst } = options.beside ?? {}
  const loaded = (isFirst ? [folder, options.extension] : [options.extension, folder])
    .flat()
    .map((path) => resolve(path))
    .join()
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'volley-')))
  const context = await launch(
    profile,
    [
      ...(options.proxy === undefined ? [] : throughProxy(options.proxy)),
      ...(options.camera === undefined ? [] : withCamera(options.camera)),
      `--disable-extensions-except=${loaded}`,
      `--load-extension=${loaded}`,
    ],
    options,
  )
  const worker =
    context.serviceWorkers().find(isWallet) ??
    (await context.waitForEvent('serviceworker', { predicate: isWallet, timeout }))
  const id = new URL(worker.url()).host
  const popup = async (path = 'popup.html') => {
    const page = await context.newPage()
    await page.goto(`chrome-extension://${id}/${path}`)
    return page
  }
  return { context, worker, id, profile, popup }
}

/**
 * Closes the tab that a new wallet opens, as soon as it is there. Such a tab comes to the front at any moment, and
 * connects again to a background that a test stops.
 */
export const closeInstallTab = async ({ context, id }: Pick<Wallet, 'context' | 'id'>) => {
  const isOurs = (one: Page) => one.url() === `chrome-extension://${id}/popup.html`
  const predicate = async (one: Page) => {
    await one.waitForLoadState()
    return isOurs(one)
  }
  const tab =
    context.pages().find(isOurs) ?? (await context.waitForEvent('page', { predicate, timeout }))
  await tab.close()
}

type Marked = { isOld?: boolean }

/** Returns the background of the extension; one that was just stopped is there again a moment later. */
export const workerOf = async ({ context, id }: Pick<Wallet, 'context' | 'id'>) => {
  const isOurs = (one: Worker) => one.url().includes(id)
  return (
    context.serviceWorkers().find(isOurs) ??
    (await context.waitForEvent('serviceworker', { predicate: isOurs, timeout }))
  )
}

/**
 * Finds an extension's background and returns a function that stops it at once. Undefined if it has stopped
 * by itself.
 */
export const aimAtWorker = async (context: BrowserContext, id: string) => {
  const browser = context.browser()
  if (!browser) throw new Error('The browser has no background that could be stopped.')
  const worker = await workerOf({ context, id })
  const session = await browser.newBrowserCDPSession()
  const targets = async () => {
    const { targetInfos } = await session.send('Target.getTargets')
    return targetInfos.filter(({ type, url }) => type === 'service_worker' && url.includes(id))
  }
  const [target] = await targets()
  if (!target) return undefined
  await worker.evaluate(() => {
    ;(globalThis as Marked).isOld = true
  })
  // An open page restarts the background at once under the same target: only its global scope is new.
  const isOld = async () =>
    (await targets()).length > 0 &&
    (await Promise.race([
      worker.evaluate(() => (globalThis as Marked).isOld === true).catch(() => false),
      delay(200, true),
    ]))
  return async () => {
    await session.send('Target.closeTarget', { targetId: target.targetId })
    const deadline = Date.now() + timeout
    while (await isOld()) {
      if (Date.now() > deadline) throw new Error('The background could not be stopped.')
      await delay(20)
    }
    await session.detach()
  }
}

/** Stops the background, as the browser does when it is idle; the next request restarts it. */
export const stopWorker = async (context: BrowserContext, id: string) => {
  const stop = await aimAtWorker(context, id)
  await stop?.()
}

type Background = { chrome: { runtime: { reload: () => void } } }

type Settings = {
  chrome: {
    developerPrivate: {
      updateProfileConfiguration: (change: { inDeveloperMode: boolean }) => Promise<void>
    }
  }
}

/**
 * Turns on Chromium's developer mode, without which an unpacked extension that reloads itself does not start
 * again.
 */
export const allowReload = async ({ context }: Wallet) => {
  const page = await context.newPage()
  await page.goto('chrome://extensions')
  await page.evaluate(() =>
    (globalThis as unknown as Settings).chrome.developerPrivate.updateProfileConfiguration({
      inDeveloperMode: true,
    }),
  )
  await page.close()
}

/** Reloads the extension. Its background ends with that, and may take the answer to this along. */
export const reloadExtension = ({ worker }: Wallet) =>
  worker
    .evaluate(() => (globalThis as unknown as Background).chrome.runtime.reload())
    .catch(() => undefined)

const commandLine = (id: string) => {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Reads /proc on Linux, where pgrep may be missing; uses pgrep on systems without /proc. */
const processesOf = (profile: string) => {
  const mark = `user-data-dir=${profile}`
  if (process.platform === 'linux')
    return readdirSync('/proc').filter((id) => /^\d+$/.test(id) && commandLine(id).includes(mark))
  const { stdout } = spawnSync('pgrep', ['-f', mark], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean)
}

const signalled = (id: number) => {
  try {
    return process.kill(id, 'SIGKILL')
  } catch {
    // The process leads no group, or has ended with another one's group.
    return false
  }
}

/** Kills all processes of a profile's browser at once, without a chance to write to disk. */
export const killBrowser = async (profile: string) => {
  // The browser's main process leads a group with most of the others.
  for (const id of processesOf(profile).map(Number)) if (!signalled(-id)) signalled(id)
  const deadline = Date.now() + timeout
  while (processesOf(profile).length > 0) {
    if (Date.now() > deadline) throw new Error('The browser could not be killed.')
    await delay(20)
  }
}
