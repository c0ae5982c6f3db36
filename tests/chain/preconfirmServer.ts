import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Answer, Request } from './preconfirmNode.ts'

/** Reply over HTTP; `nothing` closes the connection. */
export type Reply =
  | { answer: Answer }
  | { http: { status: number; type: string; body: string } }
  | 'nothing'

const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'POST',
}

type Asked = Omit<Request, 'params'> & { params?: unknown[] }

const read = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as Asked | Asked[]
}

/** Joins a WebSocket with the node behind, as it is: its opening is handed on byte by byte. */
const handOn = (
  { method, url, rawHeaders }: IncomingMessage,
  socket: Socket,
  head: Buffer,
  behind: URL,
): Socket => {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : [],
  )
  const node = connect(Number(behind.port), behind.hostname, () => {
    node.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    node.write(head)
    socket.pipe(node).pipe(socket)
  })
  node.on('error', () => socket.destroy())
  socket.on('error', () => node.destroy())
  return node
}

/**
 * Serves JSON-RPC over HTTP, batches too: a fault of one request in a batch applies to the whole batch. WebSockets
 * are joined with the node at `behind`, if there is one.
 */
export const serve = async (
  reply: (request: Request) => Promise<Reply>,
  port: number,
  behind?: string,
) => {
  const sockets = new Set<Socket>()
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { ...headers, 'content-type': type }).end(body)
    if (request.method !== 'POST') return send(204, 'text/plain', '')
    const asked = await read(request)
    const requests = [asked].flat()
    const replies = await Promise.all(
      requests.map(({ params = [], ...request }) => reply({ ...request, params })),
    )
    const answers: unknown[] = []
    for (const [index, one] of replies.entries()) {
      if (one === 'nothing') return request.socket.destroy()
      if ('http' in one) return send(one.http.status, one.http.type, one.http.body)
      answers.push({ jsonrpc: '2.0', id: requests[index]?.id ?? null, ...one.answer })
    }
    return send(
      200,
      'application/json',
      JSON.stringify(Array.isArray(asked) ? answers : answers[0]),
    )
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => request.socket.destroy())
  })
  // Clients end a quiet connection first: one that both end may take a request along.
  server.keepAliveTimeout = 0
  server.on('upgrade', (request, socket, head) => {
    const own = socket as Socket
    if (behind === undefined) return own.destroy()
    sockets.add(own).add(handOn(request, own, head, new URL(behind)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        for (const socket of sockets) socket.destroy()
      }),
  }
}
