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

/** The folder of another extension, and whether it is loaded before the wallet. */
export type Beside = { folder: string; isFirst?: boolean }

type LaunchOptions = {
  /** The folder of a built extension. */
  extension: string
  /** Another extension, to have one beside it. */
  beside?: Beside | undefined
  /** An empty folder of its own where none is given. */
  profile?: string | undefined
  headless: boolean
  /** Whether pages that are left are kept to come back to, as in any browser; Playwright turns it off. */
  keepsPages?: boolean
}

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const isWallet = (worker: Worker) => worker.url().endsWith('/background.js')

/** Chromium with the extension and nothing else, on a profile that outlives it. */
export const launchWallet = async (options: LaunchOptions): Promise<Wallet> => {
  const executablePath = await findChromium()
  if (!executablePath)
    throw new Error('No Chromium was found: install it or set VOLLEY_CHROMIUM to its path.')
  const { folder = [], isFirst } = options.beside ?? {}
  const loaded = (isFirst ? [folder, options.extension] : [options.extension, folder])
    .flat()
    .map((path) => resolve(path))
    .join()
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'volley-')))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: options.headless,
    // Chromium as root refuses to start with one.
    chromiumSandbox: process.getuid?.() !== 0,
    viewport: null,
    ignoreDefaultArgs: options.keepsPages ? ['--disable-back-forward-cache'] : [],
    // Whoever launches also decides what a signal ends, and in which order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...quiet, `--disable-extensions-except=${loaded}`, `--load-extension=${loaded}`],
  })
  const worker =
    context.serviceWorkers().find(isWallet) ??
    (await context.waitForEvent('serviceworker', { predicate: isWallet, timeout: 15_000 }))
  const id = new URL(worker.url()).host
  const popup = async (path = 'popup.html') => {
    const page = await context.newPage()
    await page.goto(`chrome-extension://${id}/${path}`)
    return page
  }
  return { context, worker, id, profile, popup }
}

type Marked = { isOld?: boolean }

/** The background of an extension, ready to be stopped at a moment of the caller's choice. */
export const aimAtWorker = async (context: BrowserContext, id: string) => {
  const browser = context.browser()
  const worker = context.serviceWorkers().find((one) => one.url().includes(id))
  if (!browser || !worker) throw new Error('The browser has no background that could be stopped.')
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
  // An open page starts it again at once, under the same target: what is new then is its global.
  const isOld = async () =>
    (await targets()).length > 0 &&
    (await Promise.race([
      worker.evaluate(() => (globalThis as Marked).isOld === true).catch(() => false),
      delay(200, true),
    ]))
  return async () => {
    await session.send('Target.closeTarget', { targetId: target.targetId })
    const deadline = Date.now() + 5_000
    while (await isOld()) {
      if (Date.now() > deadline) throw new Error('The background could not be stopped.')
      await delay(20)
    }
    await session.detach()
  }
}

/** Ends the background as the browser does with an idle one; the next request starts it again. */
export const stopWorker = async (context: BrowserContext, id: string) => {
  const stop = await aimAtWorker(context, id)
  await stop?.()
}

const commandLine = (id: string) => {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Not every Linux has pgrep, and not every other system has /proc. */
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
    // It leads no group, or another took it with it.
    return false
  }
}

/** All processes of that profile's browser, at once and without a chance to write anything more. */
export const killBrowser = async (profile: string) => {
  // The browser leads a group that most of the others are in.
  for (const id of processesOf(profile).map(Number)) if (!signalled(-id)) signalled(id)
  const deadline = Date.now() + 5_000
  while (processesOf(profile).length > 0) {
    if (Date.now() > deadline) throw new Error('The browser could not be killed.')
    await delay(20)
  }
}
