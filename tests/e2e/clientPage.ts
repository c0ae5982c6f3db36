import type { BrowserContext, Page } from '@playwright/test'
import { closed } from './approvals.ts'
import { bundle } from './bundle.ts'
import { signed } from './clients.ts'
import { approvalWindow, reject } from './wallet.ts'

type Outcome = { result?: unknown; error?: { name: string; code?: number } }
type Offered = { act: (name: string, ...args: unknown[]) => Promise<Outcome> }

/** A page of the site that runs a script of `pages`, with the packages in it as npm gave them. */
export const openClient = async (context: BrowserContext, url: string, script: string) => {
  const page = await context.newPage()
  const code = await bundle(`pages/${script}`)
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
