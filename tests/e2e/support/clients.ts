import { BrowserProvider } from 'ethers'
import { createWalletClient, custom } from 'viem'
import type { BrowserContext, Page } from '@playwright/test'
import { closed, approvalWindow, approve, reject } from './walletPages.ts'
import { request, type Scripted } from './site.ts'
import { join } from 'node:path'

/** The page's provider as a client library takes it: an error is thrown as the wallet gave it. */
const providerOf = (page: Scripted) => ({
  async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    const { result, error } = await request(page, method, params)
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  },
})

/** viem over the page's provider. */
export const viemOn = (page: Scripted) =>
  createWalletClient({ transport: custom(providerOf(page)) })

/** ethers 6 over the page's provider. */
export const ethersOn = (page: Page) => new BrowserProvider(providerOf(page), 31337)

/** Approves in the window what a client has asked for, and gives back what the client got. */
export const signed = async <Result>(
  context: BrowserContext,
  answer: Promise<Result>,
  look: (window: Page) => Promise<unknown> = () => Promise.resolve(),
) => {
  const window = await approvalWindow(context)
  await look(window)
  await approve(window)
  const [given] = await Promise.all([answer, closed(window)])
  return given
}

/** A script of the folder `pages` with all that it imports, as a page can run it. */
export const bundle = async (file: string) => {
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'pages', file), formats: ['iife'], name: 'bundled' },
    },
  })
  const [script] = Array.isArray(built) ? built.flatMap(({ output }) => output) : []
  if (script?.type !== 'chunk') throw new Error(`${file} could not be bundled.`)
  return script.code
}

type Outcome = { result?: unknown; error?: { name: string; code?: number } }
type Offered = { act: (name: string, ...args: unknown[]) => Promise<Outcome> }

/** A page of the site that runs a script of `pages`, with the packages in it as npm gave them. */
export const openClient = async (context: BrowserContext, url: string, script: string) => {
  const page = await context.newPage()
  const code = await bundle(script)
  const html =
    '<!doctype html><title>A site</title><div id="root"></div><script src="/it.js"></script>'
  const serve = (path: string, type: string, body: string) =>
    page.route(path, (route) => route.fulfill({ contentType: `text/${type};charset=utf-8`, body }))
  await serve('**/client*', 'html', html)
  await serve('**/it.js', 'javascript', code)
  await page.goto(url)
  return page
}

/** Does one of the things that the page offers: what came of it, an error by name and code. */
export const tryAct = (page: Page, name: string, ...args: unknown[]): Promise<Outcome> =>
  page.evaluate(([action, given]) => (window as unknown as Offered).act(action, ...given), [
    name,
    args,
  ] as const)

/** The same where an error is none of the outcomes. */
export const act = async (page: Page, name: string, ...args: unknown[]): Promise<unknown> => {
  const { result, error } = await tryAct(page, name, ...args)
  if (error) throw new Error(`${name}: ${error.name} ${error.code}`)
  return result
}

/** The same for what the user approves. */
export const actSigned = (page: Page, name: string, ...args: unknown[]): Promise<unknown> =>
  signed(page.context(), act(page, name, ...args))

/** The error, by name and code, of what the user rejects. */
export const actRejected = async (page: Page, name: string, ...args: unknown[]) => {
  const answer = tryAct(page, name, ...args)
  const window = await approvalWindow(page.context())
  await reject(window)
  await closed(window)
  return (await answer).error
}
