import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as a service got it. */
export type Asked = {
  method: string
  params: unknown[]
  id: number
  headers: NodeJS.Dict<string | string[]>
}

/** Reply of a service to a request; the rest of its answer is its own business. */
export type Reply = (response: ServerResponse, asked: Asked) => void

/** Starts a service for one test, and keeps what it was asked. */
export const startService = async (
  reply: Reply,
): Promise<{ url: string; patience: number; asked: Asked[] }> => {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const body = JSON.parse(text) as Pick<Asked, 'method' | 'params' | 'id'>
      const one = { ...body, headers: request.headers }
      asked.push(one)
      reply(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, patience: 60_000, asked }
}

/** Answers in JSON-RPC. */
export const answers =
  (body: object): Reply =>
  (response, { id }) =>
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))

/** Answers with a result. */
export const gives = (result: unknown): Reply => answers({ result })

/** Answers each method with a result of its own. */
export const givesEach =
  (results: Record<string, unknown>): Reply =>
  (response, asked) =>
    gives(results[asked.method])(response, asked)
