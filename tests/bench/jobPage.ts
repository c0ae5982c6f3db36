import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

const html = `<!doctype html><html lang="en"><title>A site</title>
<script>window.firstScript = performance.now()</script><h1>A site</h1></html>`

/** The test page with `count` frames of its own site. */
const framed = (count: number) => `${html}${'<iframe src="/"></iframe>'.repeat(count)}`

type Announcement = Event & { detail: { provider: unknown } }

/** Puts the provider that a wallet announces (EIP-6963) where the measures look for it. Runs in a page. */
export const takeAnnounced = () => {
  const found = globalThis as unknown as { ethereum?: unknown }
  addEventListener('eip6963:announceProvider', (event) => {
    found.ethereum ??= (event as Announcement).detail.provider
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
}

/** A page that does the jobs which its server gives it: no debugger needs to be attached to it. */
const working = `${html}<script>
  (${takeAnnounced.toString()})()
  const provider = () => window.ethereum ?? window.floor
  const work = async () => {
    const { id, questions } = await (await fetch('/next' + location.search)).json()
    const start = performance.now()
    const answers = await Promise.allSettled(questions.map((asked) => provider().request(asked)))
    const time = performance.now() - start
    const answered = answers.filter(({ status }) => status === 'fulfilled').length
    const done = { id, start: performance.timeOrigin + start, time, answered }
    await fetch('/done', { method: 'POST', body: JSON.stringify(done) })
    return work()
  }
  work()
</script>`

/** When a page sent its requests, in ms since 1970, the time that they took in ms, and how many were answered. */
export type Done = { start: number; time: number; answered: number }

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

type Job = { id: number; questions: Question[] }

/** Hands jobs to pages that ask for the next one, and takes back what came of each. */
const createJobs = () => {
  let last = 0
  const idle = new Map<string, (job: Job) => void>()
  const given = new Map<string, Job>()
  // By job, not by page: an answer may come when nobody waits for it, and the page has another job.
  const open = new Map<number, (done: Done) => void>()
  return {
    next: (page: string, take: (job: Job) => void) => {
      const waiting = given.get(page)
      given.delete(page)
      if (waiting) take(waiting)
      else idle.set(page, take)
    },
    done: ({ id, ...done }: Done & { id: number }) => {
      open.get(id)?.(done)
      open.delete(id)
    },
    give: (page: string, questions: Question[]) =>
      new Promise<Done>((resolve) => {
        const job = { id: ++last, questions }
        open.set(job.id, resolve)
        const take = idle.get(page)
        idle.delete(page)
        if (take) take(job)
        else given.set(page, job)
      }),
  }
}

/**
 * Serves a cross-origin isolated page, which has a precise clock; `?frames=N` adds N frames, `?works=NAME` has it do
 * the jobs that are given by `give` under that name. `at`: its port, any free one by default.
 */
export const servePage = (at = 0) =>
  new Promise<{
    url: string
    give: (page: string, questions: Question[]) => Promise<Done>
    stop: () => void
  }>((resolve) => {
    const jobs = createJobs()
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const page = searchParams.get('works') ?? ''
      if (pathname === '/next') return jobs.next(page, (job) => response.end(JSON.stringify(job)))
      if (pathname === '/done') {
        void textOf(request).then((text) => {
          response.end()
          jobs.done(JSON.parse(text) as Done & { id: number })
        })
        return
      }
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('cross-origin-opener-policy', 'same-origin')
      response.setHeader('cross-origin-embedder-policy', 'require-corp')
      response.end(page ? working : framed(Number(searchParams.get('frames') ?? 0)))
    })
    server.listen(at, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const stop = () => {
        server.close()
        server.closeAllConnections()
      }
      resolve({ url, give: jobs.give, stop })
    })
  })

/**
 * Loads a page in a frame of another, again and again; returns when its first script ran each time, in ms after its
 * load began. No debugger takes part in it, and no process is started.
 */
export const firstScripts = (page: Page, count: number): Promise<number[]> =>
  page.evaluate(async (loads) => {
    const seen: number[] = []
    for (let load = 0; load < loads; load++) {
      const frame = document.createElement('iframe')
      frame.src = '/'
      await new Promise((resolve) => {
        frame.addEventListener('load', resolve)
        document.body.append(frame)
      })
      seen.push((frame.contentWindow as unknown as { firstScript: number }).firstScript)
      frame.remove()
    }
    return seen
  }, count)

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
