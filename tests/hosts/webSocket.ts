import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

// RFC 6455: the text that each handshake's key is hashed with (1.3), and the kinds of frames (5.2).
const handshake = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const [more, text, closing] = [0x0, 0x1, 0x8]

type Frame = { isLast: boolean; kind: number; payload: Buffer; size: number }

/** Reads the first frame of what a client has sent; undefined until it is whole. */
const frameIn = (bytes: Buffer): Frame | undefined => {
  if (bytes.length < 2) return undefined
  const short = bytes.readUInt8(1) & 0x7f
  const start = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < start + 4) return undefined
  const lengths: Record<number, () => number> = {
    4: () => bytes.readUInt16BE(2),
    10: () => Number(bytes.readBigUInt64BE(2)),
  }
  const length = lengths[start]?.() ?? short
  const size = start + 4 + length
  if (bytes.length < size) return undefined
  const payload = Buffer.from(bytes.subarray(start + 4, size))
  for (let at = 0; at < length; at++)
    payload.writeUInt8(payload.readUInt8(at) ^ bytes.readUInt8(start + (at % 4)), at)
  const first = bytes.readUInt8(0)
  return { isLast: first >= 0x80, kind: first & 0x0f, payload, size }
}

/** A client refuses a length that a shorter form could say (5.2). */
const headOf = (length: number): Buffer => {
  const head = Buffer.alloc(length < 126 ? 2 : length < 2 ** 16 ? 4 : 10)
  head.writeUInt8(0x80 | text, 0)
  head.writeUInt8(length < 126 ? length : length < 2 ** 16 ? 126 : 127, 1)
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

const frameOf = (answer: string): Buffer => {
  const payload = Buffer.from(answer)
  return Buffer.concat([headOf(payload.length), payload])
}

/** Opens the WebSocket that a client asks for, and answers each of its messages with one. */
export const serveSocket = (
  { headers }: IncomingMessage,
  socket: Duplex,
  answer: (message: string) => Promise<string>,
): void => {
  const key = createHash('sha1').update(`${headers['sec-websocket-key']}${handshake}`)
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${key.digest('base64')}`,
  ]
  socket.write([...lines, '', ''].join('\r\n'))
  let waiting = Buffer.alloc(0)
  let parts: Buffer[] = []
  const take = ({ isLast, kind, payload }: Frame) => {
    if (kind === closing) return socket.end()
    if (kind !== text && kind !== more) return undefined
    parts.push(payload)
    if (!isLast) return undefined
    const message = Buffer.concat(parts).toString()
    parts = []
    return answer(message).then(
      (reply) => socket.write(frameOf(reply)),
      () => socket.destroy(),
    )
  }
  socket.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes])
    for (let frame = frameIn(waiting); frame; frame = frameIn(waiting)) {
      waiting = waiting.subarray(frame.size)
      void take(frame)
    }
  })
}
