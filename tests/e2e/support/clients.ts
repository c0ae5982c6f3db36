import { BrowserProvider } from 'ethers'
import { createWalletClient, custom } from 'viem'
import type { BrowserContext, Page } from '@playwright/test'
import { askNode, closed, approvalWindow, approve, reject } from './walletPages.ts'
import { request, type Scripted } from './site.ts'
import { join } from 'node:path'

/** Wraps the page's provider for a client library: throws the wallet's errors with their codes. */
const providerOf = (page: Scripted) => ({
  async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    const { result, error } = await request(page, method, params)
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  },
})

/** Creates a viem client over the page's provider. */
export const viemOn = (page: Scripted) =>
  createWalletClient({ transport: custom(providerOf(page)) })

/** Creates an ethers 6 provider over the page's provider. */
export const ethersOn = (page: Scripted) => new BrowserProvider(providerOf(page), 31337)

/** Approves a client's request in the window and returns the client's result. */
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

/** Bundles a script of the folder `pages` with its imports, to run in a page. */
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

/** Opens a page of the site that runs a script of `pages`, with unmodified npm packages. */
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

/** Runs an action that the page offers; returns its result, or the error's name and code. */
export const tryAct = (page: Page, name: string, ...args: unknown[]): Promise<Outcome> =>
  page.evaluate(([action, given]) => (window as unknown as Offered).act(action, ...given), [
    name,
    args,
  ] as const)

/** Runs an action that the page offers; throws if it fails. */
export const act = async (page: Page, name: string, ...args: unknown[]): Promise<unknown> => {
  const { result, error } = await tryAct(page, name, ...args)
  if (error) throw new Error(`${name}: ${error.name} ${error.code}`)
  return result
}

/** Runs an action that the page offers and approves its request. */
export const actSigned = (page: Page, name: string, ...args: unknown[]): Promise<unknown> =>
  signed(page.context(), act(page, name, ...args))

/** Runs an action that proposes a network: has its node asked, and approves. */
export const actAdded = (page: Page, name: string, ...args: unknown[]): Promise<unknown> =>
  signed(page.context(), act(page, name, ...args), askNode)

/** Runs an action, rejects its request, and returns the error's name and code. */
export const actRejected = async (page: Page, name: string, ...args: unknown[]) => {
  const answer = tryAct(page, name, ...args)
  const window = await approvalWindow(page.context())
  await reject(window)
  await closed(window)
  return (await answer).error
}
