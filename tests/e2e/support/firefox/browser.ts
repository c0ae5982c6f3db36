import { setTimeout as delay } from 'node:timers/promises'
import puppeteer, { type Browser } from 'puppeteer-core'
import { findFirefox } from '../../../../scripts/browsers.mjs'
import { until } from './screen.ts'
import { test as base } from '../stage.ts'

const extensionId = 'volley@volley.example'
// UUID of the extension: Firefox draws one for each profile; a fixed one gives the wallet's pages a known
// address.
const uuid = '11111111-2222-4333-8444-555555555555'

/** URL of the wallet's own page. */
export const walletUrl = `moz-extension://${uuid}/popup.html`

export type Firefox = {
  browser: Browser
  /** Sends a WebDriver BiDi command that Puppeteer does not offer. */
  send: <Result>(method: string, params: object) => Promise<Result>
  /**
   * Evaluates an expression in the browser's privileged scope, where `extension` is Firefox's object of the
   * wallet.
   */
  privileged: <Result>(expression: string) => Promise<Result>
}

type Bidi = { send: (method: string, params: object) => Promise<{ result: unknown }> }
type Tree = { contexts: { context: string; url: string }[] }
type Evaluated = { result?: { value: string }; exceptionDetails?: { text: string } }

const preferences = {
  'extensions.webextensions.uuids': JSON.stringify({ [extensionId]: uuid }),
  // No animations: axe would judge a colour in transition.
  'ui.prefersReducedMotion': 1,
  // Puppeteer acts as the user by a page's first script alone; that would hold for 5 s, however slow the
  // machine. Unconnected pages ask in silence after it.
  'dom.user_activation.transient.timeout': 3_600_000,
}

const endBrowser = async (browser: Browser) => {
  await Promise.race([browser.close(), delay(5_000)])
  browser.process()?.kill('SIGKILL')
}

/**
 * Firefox's own requests, with or without an extension, that Puppeteer does not switch off: a proxy that writes
 * down each host would see them at moments of their own.
 */
const silent = {
  // Looks for a login page of the network, and whether IPv4 and IPv6 work.
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Asks Mozilla for the country that the browser is in.
  'browser.region.update.enabled': false,
  'browser.region.network.url': '',
  // The socket to Mozilla's push service, and messages and experiments of Mozilla.
  'dom.push.connection.enabled': false,
  'app.normandy.enabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'browser.topsites.contile.enabled': false,
  // Telemetry, also the ping of its being switched off.
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': '',
  'telemetry.fog.test.localhost_port': -1,
  'toolkit.coverage.opt-out': true,
  // Safe Browsing's lists, and the blocklist of extensions.
  'browser.safebrowsing.provider.google4.updateURL': '',
  'browser.safebrowsing.provider.google5.updateURL': '',
  'browser.safebrowsing.provider.mozilla.updateURL': '',
  'extensions.blocklist.enabled': false,
  // Updates of what Mozilla brings, and whether a certificate still holds.
  'extensions.systemAddon.update.enabled': false,
  'security.OCSP.enabled': 0,
  // Names are asked of nobody: the proxy gets them.
  'network.trr.mode': 5,
}

/** Firefox reaches this machine without its proxy, unless it is told not to. */
const throughProxy = (port: number) => ({
  ...silent,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': port,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': port,
  'network.proxy.no_proxies_on': '',
  'network.proxy.allow_hijacking_localhost': true,
})

/**
 * Launches Firefox and installs the built extension for this run; it is not signed. `proxy`: the port of a
 * proxy on this machine, which everything goes through and whose certificate is trusted.
 */
export const launchFirefox = async (extension: string, proxy?: number): Promise<Firefox> => {
  const executablePath = await findFirefox()
  if (!executablePath)
    throw new Error('No Firefox was found: install it or set VOLLEY_FIREFOX to its path.')
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: 180_000,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Required to open an extension's page from outside.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      ...preferences,
      ...(proxy === undefined ? {} : throughProxy(proxy)),
    },
    acceptInsecureCerts: proxy !== undefined,
  })
  await browser.installExtension(extension).catch(async (error: unknown) => {
    await endBrowser(browser)
    throw error
  })
  const { connection } = browser as unknown as { connection: Bidi }
  const send = async <Result>(method: string, params: object) =>
    (await connection.send(method, params)).result as Result
  const { contexts } = await send<Tree>('browsingContext.getTree', { 'moz:scope': 'chrome' })
  const context = contexts.find(({ url }) => url.endsWith('browser.xhtml'))?.context

  const privileged = async <Result>(expression: string) => {
    const run = `(async () => {
      const { extension } = WebExtensionPolicy.getByID('${extensionId}')
      return JSON.stringify(await (${expression})) ?? 'null'
    })()`
    const evaluation = { expression: run, target: { context }, awaitPromise: true }
    const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', evaluation)
    if (!result) throw new Error(exceptionDetails?.text ?? 'nothing was evaluated')
    return JSON.parse(result.value) as Result
  }
  return { browser, send, privileged }
}

/** Ends Firefox, also if it hangs. */
export const endFirefox = ({ browser }: Firefox) => endBrowser(browser)

/** Stops the background, as Firefox does when it is idle, and waits until it has ended. */
export const stopBackground = ({ privileged }: Firefox) =>
  privileged(`extension.backgroundState === 'stopped' || new Promise((resolve) => {
    extension.once('shutdown-background-script', () => resolve(true))
    extension.terminateBackground({ disableResetIdleForTest: true })
  })`)

/** Sets the idle time after which Firefox stops the background, in ms; 30,000 by default. */
export const idleAfter = ({ privileged }: Firefox, ms: number) =>
  privileged(`Services.prefs.setIntPref('extensions.background.idle.timeout', ${ms})`)

/** Waits until Firefox stops the idle background. */
export const stopsByItself = async ({ privileged }: Firefox) => {
  await privileged(`(() => {
    // A short idle time may have run out before this looks.
    extension.hasStopped = extension.backgroundState === 'stopped'
    extension.once('shutdown-background-script', () => { extension.hasStopped = true })
  })()`)
  await until('the end of the idle background', () => privileged<boolean>('extension.hasStopped'))
}

/** Answers Firefox's permission prompt for a host. */
export const answerPrompt = async ({ privileged }: Firefox, isYes: boolean) => {
  // Each window asks by itself, also one in which a request is decided.
  const question = `[...Services.wm.getEnumerator('navigator:browser')]
    .map(({ PopupNotifications }) => PopupNotifications.panel)
    .find((panel) => panel.state === 'open' && panel.firstElementChild)`
  const isAsked = () => privileged<boolean>(`${question} !== undefined`)
  await until('the question for the host', isAsked)
  // Apart from the look, which is repeated if its answer takes long.
  await privileged(`${question}.firstElementChild.${isYes ? 'button' : 'secondaryButton'}.click()`)
  // The next question would be taken for this one while its panel closes.
  await until('the end of the question', async () => !(await isAsked()))
}

/** True if the wallet has host permission for a URL. */
export const mayRead = ({ privileged }: Firefox, url: string) =>
  privileged<boolean>(`extension.allowedOrigins.matches(Services.io.newURI('${url}'))`)

/**
 * Removes the permission for all hosts, which Firefox grants at installation, as a user can in the add-on
 * manager.
 */
export const takeLeave = ({ privileged }: Firefox) =>
  privileged(`(() => {
    const url = 'resource://gre/modules/ExtensionPermissions.sys.mjs'
    const { ExtensionPermissions } = ChromeUtils.importESModule(url)
    const taken = { permissions: [], origins: ['https://*/*'] }
    return ExtensionPermissions.remove(extension.id, taken, extension)
  })()`)

/** Test with a fresh Firefox and the extension, without an imported phrase. */
export const test = base.extend<{ firefox: Firefox }>({
  firefox: async ({ extension }, use) => {
    const firefox = await launchFirefox(extension)
    await use(firefox)
    await endFirefox(firefox)
  },
})

export { expect } from '@playwright/test'
