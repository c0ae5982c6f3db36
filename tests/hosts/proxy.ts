import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { certificate, certificateKey } from './certificate.ts'
import { serveSocket } from './webSocket.ts'

/** Answer of a host: the body of its page or of its JSON-RPC answer, or the URL that it redirects to. */
export type Reply = { type: string; body: string } | { redirect: string }

/** Every host of the Internet, by what it answers to a request's body. */
export type Internet = (host: string, body: string) => Reply | Promise<Reply>

export type Proxy = {
  port: number
  /** Hosts that were contacted since `forget`, each once, in order of their names. */
  hosts: () => string[]
  forget: () => void
  /** True while a request waits for its answer. */
  isBusy: () => boolean
  stop: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  return text
}

/** Names the usual port of neither scheme. */
const nameOf = (host: string) => host.replace(/:(80|443)$/, '')

/**
 * Starts a proxy that is the whole Internet of a browser: every name leads to it, it writes down each host
 * before it answers, and it passes nothing on. What a browser asks for in any way that a proxy carries (from
 * a worker, page or frame, over HTTP, TLS or a WebSocket) is seen here, outside the browser.
 */
export const startProxy = async (internet: Internet): Promise<Proxy> => {
  const seen = new Set<string>()
  const sockets = new Set<Socket>()
  let open = 0

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const host = nameOf(request.headers.host ?? '')
    seen.add(host)
    open++
    try {
      const reply = await internet(host, await bodyOf(request))
      const isLeading = 'redirect' in reply
      response.writeHead(isLeading ? 307 : 200, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        ...(isLeading ? { location: reply.redirect } : { 'content-type': reply.type }),
      })
      response.end(isLeading ? '' : reply.body)
    } finally {
      open--
    }
  }
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response).catch(() => response.destroy())

  // A WebSocket that stays open asks again without a new connection: each of its messages counts.
  const answerMessage = async (host: string, message: string) => {
    seen.add(host)
    open++
    try {
      const reply = await internet(host, message)
      if ('redirect' in reply) throw new Error('a message leads nowhere')
      return reply.body
    } finally {
      open--
    }
  }
  const upgrade = (request: IncomingMessage, socket: Duplex) => {
    const host = nameOf(request.headers.host ?? '')
    seen.add(host)
    socket.on('error', () => undefined)
    serveSocket(request, socket, (message) => answerMessage(host, message))
  }

  const secure = createSecureServer({ cert: certificate, key: certificateKey }, handle)
  const clear = createServer(handle)
  for (const server of [secure, clear]) server.on('upgrade', upgrade)
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  }
  clear.on('connection', keep)
  clear.on('connect', (request, socket: Socket) => {
    seen.add(nameOf(request.url ?? ''))
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    const inner = request.url?.endsWith(':443') ? secure : clear
    inner.emit('connection', socket)
  })
  await new Promise<void>((done) => clear.listen(0, '127.0.0.1', done))

  return {
    port: (clear.address() as AddressInfo).port,
    hosts: () => [...seen].toSorted(),
    forget: () => seen.clear(),
    isBusy: () => open > 0,
    stop: () =>
      new Promise((done) => {
        clear.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
