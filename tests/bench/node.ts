import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request at the node: method, arrival and end of the answer in ms since 1970, and the body. */
export type Asked = { method: string; at: number; until?: number; body: string }

const now = () => performance.timeOrigin + performance.now()

/** Constant answers for floor and wallet alike, so that the node's own time is minimal. */
const constants: Record<string, unknown> = {
  eth_getBalance: '0x56bc75e2d63100000',
  eth_call: `0x${'00'.repeat(31)}01`,
}

/**
 * Starts a node that records requests: constant reads it answers itself, all else it forwards to a real
 * chain.
 */
export const startNode = (chain: string) =>
  new Promise<{ url: string; asked: Asked[]; isConstant: { value: boolean }; stop: () => void }>(
    (resolve) => {
      const asked: Asked[] = []
      const isConstant = { value: true }
      const server = createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const body = Buffer.concat(chunks).toString()
          const send = (text: string) => {
            response.setHeader('content-type', 'application/json')
            response.setHeader('access-control-allow-origin', '*')
            response.setHeader('access-control-allow-headers', 'content-type')
            response.end(text)
          }
          if (request.method !== 'POST') return send('')
          const { id, method } = JSON.parse(body) as { id: number; method: string }
          const question: Asked = { method, at: now(), body }
          asked.push(question)
          const answer = (text: string) => {
            question.until = now()
            send(text)
          }
          if (isConstant.value && method in constants)
            return answer(JSON.stringify({ jsonrpc: '2.0', id, result: constants[method] }))
          const headers = { 'content-type': 'application/json' }
          fetch(chain, { method: 'POST', headers, body }).then(
            async (response) => answer(await response.text()),
            () => response.destroy(),
          )
        })
      })
      server.keepAliveTimeout = 60_000
      server.listen(0, '127.0.0.1', () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        const stop = () => {
          server.close()
          server.closeAllConnections()
        }
        resolve({ url, asked, isConstant, stop })
      })
    },
  )
