import { setTimeout as delay } from 'node:timers/promises'
import puppeteer from 'puppeteer-core'
import type { Browser } from 'puppeteer-core'
import { findFirefox } from '../../../../scripts/browsers.mjs'
import { until } from './screen.ts'

const extensionId = 'volley@volley.example'
// Firefox draws one per profile; ours is given, so that the wallet's own pages have a known address.
const uuid = '11111111-2222-4333-8444-555555555555'

/** Where the wallet's own pages are. */
export const walletUrl = `moz-extension://${uuid}/popup.html`

export type Firefox = {
  browser: Browser
  /** WebDriver BiDi itself, for what Puppeteer has no word for. */
  send: <Result>(method: string, params: object) => Promise<Result>
  /** Evaluates an expression among the browser's own code, where `extension` is the wallet as Firefox sees it. */
  privileged: <Result>(expression: string) => Promise<Result>
}

type Bidi = { send: (method: string, params: object) => Promise<{ result: unknown }> }
type Tree = { contexts: { context: string; url: string }[] }
type Evaluated = { result?: { value: string }; exceptionDetails?: { text: string } }

const preferences = {
  'extensions.webextensions.uuids': JSON.stringify({ [extensionId]: uuid }),
  // Axe would judge a colour on its way to another one.
  'ui.prefersReducedMotion': 1,
}

const endBrowser = async (browser: Browser) => {
  await Promise.race([browser.close(), delay(5_000)])
  browser.process()?.kill('SIGKILL')
}

/** Firefox with the built extension, which is not signed and so is installed for this run only. */
export const launchFirefox = async (extension: string): Promise<Firefox> => {
  const executablePath = await findFirefox()
  if (!executablePath)
    throw new Error('No Firefox was found: install it or set VOLLEY_FIREFOX to its path.')
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Without it no page of an extension can be opened from outside.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: preferences,
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

/** Ends it, also when it hangs. */
export const endFirefox = ({ browser }: Firefox) => endBrowser(browser)

/** Stops the background, as Firefox does with one that is idle, and waits until it has gone. */
export const stopBackground = ({ privileged }: Firefox) =>
  privileged(`extension.backgroundState === 'stopped' || new Promise((resolve) => {
    extension.once('shutdown-background-script', () => resolve(true))
    extension.terminateBackground({ disableResetIdleForTest: true })
  })`)

/** Has Firefox stop the background once it was idle for so long, in ms; 30,000 where nobody says otherwise. */
export const idleAfter = ({ privileged }: Firefox, ms: number) =>
  privileged(`Services.prefs.setIntPref('extensions.background.idle.timeout', ${ms})`)

/** Waits until Firefox has stopped it by itself, once more than before. */
export const stopsByItself = async ({ privileged }: Firefox) => {
  await privileged(`(() => {
    extension.hasStopped = false
    extension.once('shutdown-background-script', () => { extension.hasStopped = true })
  })()`)
  await until('the end of the idle background', () => privileged<boolean>('extension.hasStopped'))
}

/** Answers the browser's own question for a host, which hangs from its toolbar. */
export const answerPrompt = ({ privileged }: Firefox, isYes: boolean) =>
  until('the question for the host', () =>
    privileged<boolean>(`(() => {
      const { panel, isPanelOpen } = PopupNotifications
      const question = panel.firstElementChild
      if (!isPanelOpen || !question) return false
      question.${isYes ? 'button' : 'secondaryButton'}.click()
      return true
    })()`),
  )

/** Whether the wallet may read from there. */
export const mayRead = ({ privileged }: Firefox, url: string) =>
  privileged<boolean>(`extension.allowedOrigins.matches(Services.io.newURI('${url}'))`)

/** Takes the leave for all hosts away, as a user can on the page of add-ons; Firefox gives it with the installation. */
export const takeLeave = ({ privileged }: Firefox) =>
  privileged(`(() => {
    const url = 'resource://gre/modules/ExtensionPermissions.sys.mjs'
    const { ExtensionPermissions } = ChromeUtils.importESModule(url)
    const taken = { permissions: [], origins: ['https://*/*'] }
    return ExtensionPermissions.remove(extension.id, taken, extension)
  })()`)
