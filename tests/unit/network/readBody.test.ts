import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postJson, tooLong } from '@/lib/network/readBody'

const mebibyte = 1024 * 1024
const chunk = Buffer.alloc(mebibyte, 'x')
const second = 1_000

/** Starts a node that answers a request by its path. */
const startNode = async (answer: (path: string, response: ServerResponse) => void) => {
  const server = createServer((request, response) => {
    request.resume()
    answer(request.url ?? '', response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return (path: string) => postJson(`http://127.0.0.1:${port}${path}`, '{}', 60 * second)
}

/** Outcome of a read: the length of its text, or the message of its error. */
const outcome = (read: ReturnType<typeof postJson>) =>
  read.then(
    ({ text }) => text.length,
    (error: unknown) => (error instanceof Error ? error.message : error),
  )

/** Longest wait for what a server does, in ms. */
const soon = { timeout: 20 * second }

test('of an answer without an end no more is taken than 16 MiB and what lies in buffers', async () => {
  const seen = { taken: 0, isClosed: false }
  const post = await startNode((_, response) => {
    response.on('close', () => (seen.isClosed = true))
    const go = () => {
      while (!seen.isClosed && seen.taken < 200) {
        seen.taken++
        if (!response.write(chunk)) return
      }
      response.end()
    }
    response.on('drain', go)
    go()
  })
  expect(await outcome(post('/'))).toBe(tooLong)
  await vi.waitFor(() => expect(seen.isClosed).toBe(true), soon)
  expect(seen.taken).toBeGreaterThan(15)
  expect(seen.taken).toBeLessThan(32)
})

/** A node whose answers of 16 MiB end when they are let go; `/small` ends at once, `/broken` breaks off. */
const startSlowNode = async () => {
  const held: ServerResponse[] = []
  const post = await startNode((path, response) => {
    if (path === '/small') return response.end(chunk)
    for (let sent = 0; sent < 16; sent++) response.write(chunk)
    if (path === '/broken') return setTimeout(() => response.destroy(), 100)
    return held.push(response)
  })
  return { post, held, letGo: () => held.splice(0).map((response) => response.end()) }
}

test('answers that are read at once take 64 MiB together, and a short one always has room', async () => {
  const { post, letGo } = await startSlowNode()
  const done: unknown[] = []
  const reads = Array.from({ length: 8 }, async () => {
    const one = await outcome(post('/'))
    done.push(one)
  })
  await vi.waitFor(() => expect(done).toEqual(Array.from({ length: 4 }, () => tooLong)), soon)
  // The four that are left fill the room once they are there: one of them makes way.
  const short: unknown[] = []
  await vi.waitFor(async () => {
    short.push(await outcome(post('/small')))
    expect(done).toHaveLength(5)
  }, soon)
  expect(new Set(short)).toEqual(new Set([mebibyte]))
  letGo()
  await Promise.all(reads)
  expect(done.slice(4)).toEqual([tooLong, ...Array.from({ length: 3 }, () => 16 * mebibyte)])
})

test('what has ended or broken off takes no room', async () => {
  const { post, held, letGo } = await startSlowNode()
  for (let at = 0; at < 6; at++) expect(await outcome(post('/broken'))).not.toBe(tooLong)
  for (let at = 0; at < 70; at++) await post('/small')
  const reads = Array.from({ length: 4 }, () => outcome(post('/')))
  await vi.waitFor(() => expect(held).toHaveLength(4), soon)
  letGo()
  expect(await Promise.all(reads)).toEqual(Array.from({ length: 4 }, () => 16 * mebibyte))
})
