import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

const html = `<!doctype html><html lang="en"><title>A site</title>
<script>window.firstScript = performance.now()</script><h1>A site</h1></html>`

/** The test page with `count` frames of its own site. */
const framed = (count: number) => `${html}${'<iframe src="/"></iframe>'.repeat(count)}`

/** A test page that sends a request to its wallet on load. */
const asking = `${html}<script>ethereum.request({ method: 'eth_chainId' })</script>`

/**
 * Serves a cross-origin isolated page, which has a precise clock; `?frames=N` adds N frames, `?asks` a
 * request on load.
 */
export const servePage = () =>
  new Promise<{ url: string; stop: () => void }>((resolve) => {
    const server = createServer((request, response) => {
      const frames = Number(/frames=(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('cross-origin-opener-policy', 'same-origin')
      response.setHeader('cross-origin-embedder-policy', 'require-corp')
      response.end(request.url?.endsWith('?asks') ? asking : framed(frames))
    })
    server.listen(0, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const stop = () => {
        server.close()
        server.closeAllConnections()
      }
      resolve({ url, stop })
    })
  })

type Provider = { request: (request: object) => Promise<unknown> }

/** Sends one request from each frame of a page and waits for all answers. */
export const askInFrames = (page: Page, question: Question) =>
  page.evaluate(async (asked) => {
    const frames = Array.from({ length: window.length }, (_, at) => window[at])
    const ask = (frame: unknown) => (frame as { ethereum: Provider }).ethereum.request(asked)
    await Promise.all(frames.map(ask))
  }, question)

export type Question = { method: string; params?: unknown }

/** Sends `count` requests one after another and returns the time of each in ms by the page's clock. */
export const times = (page: Page, name: 'ethereum' | 'floor', question: Question, count: number) =>
  page.evaluate(
    async ([global, asked, number]) => {
      const { [global]: provider } = window as unknown as Record<'ethereum' | 'floor', Provider>
      const taken: number[] = []
      for (let index = 0; index < number; index++) {
        const start = performance.now()
        await provider.request(asked)
        taken.push(performance.now() - start)
      }
      return taken
    },
    [name, question, count] as const,
  )

/** Sends requests in parallel and returns their total time in ms and the number of answers. */
export const atOnce = (page: Page, name: 'ethereum' | 'floor', questions: Question[]) =>
  page.evaluate(
    async ([global, all]) => {
      const { [global]: provider } = window as unknown as Record<'ethereum' | 'floor', Provider>
      const start = performance.now()
      const answers = await Promise.allSettled(all.map((asked) => provider.request(asked)))
      return {
        time: performance.now() - start,
        answered: answers.filter(({ status }) => status === 'fulfilled').length,
      }
    },
    [name, questions] as const,
  )
