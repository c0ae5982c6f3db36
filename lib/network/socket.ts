import { powers } from '../realm/powers'
import { bytesOver } from '../values/bytesOver'
import { longestAnswer } from './readBody'

/** An idle WebSocket is closed after this time, in ms: an open one keeps the worker awake. */
const idle = 15_000

type Line = {
  url: string
  socket: WebSocket
  opened: Promise<void>
  waiting: Map<number, (answer: unknown) => void>
  /** Called at each new head that the node announces, and when the WebSocket closes. */
  heads: Set<() => void>
  isAnnouncing: boolean
  close?: ReturnType<typeof setTimeout>
}

const lines = new Map<string, Line>()

const parse = (text: unknown): object | undefined => {
  try {
    const value: unknown = JSON.parse(String(text))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** True for a message of more bytes than an answer may have. */
const isTooLong = (data: unknown): boolean => {
  if (data instanceof ArrayBuffer) return data.byteLength > longestAnswer
  const text = String(data)
  return text.length > longestAnswer || bytesOver(text, longestAnswer) !== undefined
}

/** Closes a line for all that use it, without waiting for its node, which may never answer the close. */
const end = (line: Line) => {
  if (lines.get(line.url) === line) lines.delete(line.url)
  clearTimeout(line.close)
  line.socket.close()
  const heads = [...line.heads]
  line.heads.clear()
  for (const answer of line.waiting.values()) answer(undefined)
  for (const tell of heads) tell()
}

const connect = (url: string): Line => {
  const socket = new powers.WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const opened = new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('close', () => reject(new Error('closed')))
  })
  // Prevents an unhandled rejection if nobody awaits `opened`.
  opened.catch(() => undefined)
  const line: Line = {
    url,
    socket,
    opened,
    waiting: new Map(),
    heads: new Set(),
    isAnnouncing: false,
  }
  socket.addEventListener('message', ({ data }) => {
    // A browser hands over whole messages: none after this one is read, nor is this one.
    if (isTooLong(data)) return end(line)
    const message = parse(data)
    if (!message) return
    if ('id' in message) line.waiting.get(message.id as number)?.(message)
    else if ('method' in message && message.method === 'eth_subscription')
      for (const tell of line.heads) tell()
  })
  socket.addEventListener('close', () => end(line))
  lines.set(url, line)
  return line
}

const lineTo = (url: string): Line => {
  const line = lines.get(url) ?? connect(url)
  clearTimeout(line.close)
  return line
}

const rest = (line: Line) => {
  clearTimeout(line.close)
  if (line.waiting.size === 0 && line.heads.size === 0)
    line.close = setTimeout(() => end(line), idle)
}

/**
 * Sends a request over the one shared WebSocket to a URL, opened on demand and closed when idle. Rejects if
 * it closes or no answer comes within `timeout` ms.
 */
export const askSocket = async (
  url: string,
  id: number,
  body: string,
  timeout: number,
): Promise<unknown> => {
  const line = lineTo(url)
  const answered = new Promise<unknown>((resolve) => line.waiting.set(id, resolve))
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeout)
  })
  try {
    await Promise.race([line.opened, late])
    if (line.socket.readyState === powers.WebSocket.OPEN) line.socket.send(body)
    const answer = await Promise.race([answered, late])
    if (answer === undefined) throw new Error('no answer')
    return answer
  } finally {
    clearTimeout(timer)
    line.waiting.delete(id)
    rest(line)
  }
}

const announce = '{"jsonrpc":"2.0","id":"heads","method":"eth_subscribe","params":["newHeads"]}'

/**
 * Subscribes to new heads (`eth_subscribe`) over the shared WebSocket; returns a function that unsubscribes.
 * `tell` is called once more when the WebSocket closes: subscribe again to reconnect.
 */
export const onHead = (url: string, tell: () => void): (() => void) => {
  const line = lineTo(url)
  line.heads.add(tell)
  if (!line.isAnnouncing) {
    line.isAnnouncing = true
    line.opened.then(
      () => line.socket.send(announce),
      () => undefined,
    )
  }
  return () => {
    line.heads.delete(tell)
    rest(line)
  }
}
