import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

export type Dapp = {
  /** The same page under a second origin is another site. */
  url: string
  other: string
  stop: () => Promise<void>
}

/** A page at any path with nothing on it: what happens there is what a test does. */
export const serveDapp = () =>
  new Promise<Dapp>((resolve) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end('<!doctype html><html lang="en"><title>A site</title><h1>A site</h1></html>')
    })
    const stop = () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve({ url: `http://127.0.0.1:${port}/`, other: `http://localhost:${port}/`, stop })
    })
  })

export type Answer = {
  result?: unknown
  error?: { code: number; message: string; data?: unknown }
}

type Provider = { request: (request: { method: string; params?: unknown }) => Promise<unknown> }

/** A page in which functions can be run. */
export type Scripted = Pick<Page, 'evaluate'>

/** Asks the wallet as the page itself does; an error is an answer too. */
export const request = (page: Scripted, method: string, params?: unknown): Promise<Answer> =>
  page.evaluate(
    async ([name, values]) => {
      const { ethereum } = window as unknown as { ethereum: Provider }
      try {
        return { result: await ethereum.request({ method: name, params: values }) }
      } catch (error) {
        const { code, message, data } = error as { code: number; message: string; data?: unknown }
        return { error: { code, message, data } }
      }
    },
    [method, params] as const,
  )
