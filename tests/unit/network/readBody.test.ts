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
