import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

const html = `<!doctype html><html lang="en"><title>A site</title>
<script>window.firstScript = performance.now()</script><h1>A site</h1></html>`

/** The same with so many frames of its own site in it. */
const framed = (count: number) => `${html}${'<iframe src="/"></iframe>'.repeat(count)}`

/** The same once it has asked its wallet something. */
const asking = `${html}<script>ethereum.request({ method: 'eth_chainId' })</script>`

/** A page with a fine clock, which only an isolated one has; with `?frames=N` it has N frames, with `?asks` it asks. */
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

/** Has each frame of a page ask its wallet the same, and waits for all answers. */
export const askInFrames = (page: Page, question: Question) =>
  page.evaluate(async (asked) => {
    const frames = Array.from({ length: window.length }, (_, at) => window[at])
    const ask = (frame: unknown) => (frame as { ethereum: Provider }).ethereum.request(asked)
    await Promise.all(frames.map(ask))
  }, question)

export type Question = { method: string; params?: unknown }

/** How long each of so many questions takes, one after another, in ms by the page's own clock. */
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

/** How long so many questions take that are asked at once, and how many were answered. */
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
