import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A request at the node: its methods joined by `+`, arrival and end of the answer in ms since 1970, the body, and the
 * text of the answer.
 */
export type Asked = { method: string; at: number; until?: number; body: string; answer?: string }

const now = () => performance.timeOrigin + performance.now()

const word = (value: number) => value.toString(16).padStart(64, '0')

/** Logs of token transfers that make a text of one megabyte. */
const megabyte = (): object[] => {
  const log = (index: number) => ({
    address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      `0x${word(index)}`,
      `0x${word(index + 1)}`,
    ],
    data: `0x${word(index * 1000)}`,
    blockNumber: '0x1e8480',
    blockHash: `0x${word(0xb10c)}`,
    transactionHash: `0x${word(0x7a00000 + index)}`,
    transactionIndex: '0x1',
    logIndex: `0x${index.toString(16)}`,
    removed: false,
  })
  const count = Math.ceil(1_000_000 / (JSON.stringify(log(1)).length + 1))
  return Array.from({ length: count }, (_, index) => log(index))
}

/** Constant results for floor and wallet alike, as text, so that the node's own time is minimal. */
const constants: Record<string, string> = {
  eth_getBalance: '"0x56bc75e2d63100000"',
  eth_call: `"0x${'00'.repeat(31)}01"`,
  eth_getLogs: JSON.stringify(megabyte()),
}

type Question = { id: number; method: string }

/**
 * Starts a node that records requests: constant reads it answers itself, all else it forwards to a real chain, which
 * may be given later.
 */
export const startNode = (chain?: string) =>
  new Promise<{
    url: string
    asked: Asked[]
    isConstant: { value: boolean }
    behind: { url: string | undefined }
    stop: () => void
  }>((resolve) => {
    const asked: Asked[] = []
    const isConstant = { value: true }
    const behind: { url: string | undefined } = { url: chain }
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
        const at = now()
        const questions = [JSON.parse(body) as Question | Question[]].flat()
        const method = questions.map((one) => one.method).join('+')
        const question: Asked = { method, at, body }
        asked.push(question)
        const answer = (text: string) => {
          question.until = now()
          question.answer = text
          send(text)
        }
        const [first] = questions
        const constant = questions.length === 1 ? constants[method] : undefined
        if (isConstant.value && constant !== undefined)
          return answer(`{"jsonrpc":"2.0","id":${JSON.stringify(first?.id)},"result":${constant}}`)
        if (behind.url === undefined) return response.destroy()
        const headers = { 'content-type': 'application/json' }
        fetch(behind.url, { method: 'POST', headers, body }).then(
          async (given) => answer(await given.text()),
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
      resolve({ url, asked, isConstant, behind, stop })
    })
  })
