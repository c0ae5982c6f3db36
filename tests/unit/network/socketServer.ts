import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Salt of the handshake, RFC 6455 section 1.3. */
const salt = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

const text = 0x81
const binary = 0x82

/** Returns an unmasked frame with a length of 64 bits, RFC 6455 section 5.2. */
const frameOf = (kind: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(10)
  head[0] = kind
  head[1] = 127
  head.writeBigUInt64BE(BigInt(body.length), 2)
  return Buffer.concat([head, body])
}

/** Returns the text of a whole masked frame of less than 64 KiB; empty if it is no text. */
const textOf = (frame: Buffer): string => {
  if (frame[0] !== text) return ''
  const start = ((frame[1] ?? 0) & 127) < 126 ? 2 : 4
  const mask = frame.subarray(start, start + 4)
  return frame
    .subarray(start + 4)
    .map((byte, at) => byte ^ (mask[at % 4] ?? 0))
    .toString()
}

/** Result of a method; bytes go out as a binary message. */
type Result = string | Buffer

/**
 * Starts a node for one test that is asked by WebSocket. It never answers a close, as a node that means ill; `lines`
 * are the connections that it got.
 */
export const startSocketNode = async (
  results: Record<string, Result>,
): Promise<{ url: string; lines: Socket[] }> => {
  const lines: Socket[] = []
  const server = createServer()
  server.on('upgrade', (request, line: Socket) => {
    lines.push(line)
    const key = String(request.headers['sec-websocket-key'])
    const accept = createHash('sha1')
      .update(key + salt)
      .digest('base64')
    line.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    line.on('error', () => undefined)
    line.on('data', (frame: Buffer) => {
      const asked = textOf(frame)
      if (!asked) return
      const { id, method } = JSON.parse(asked) as { id: number; method: string }
      const result = results[method] ?? null
      line.write(
        typeof result === 'string'
          ? frameOf(text, Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result })))
          : frameOf(binary, result ?? Buffer.from('null')),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const line of lines) line.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `ws://127.0.0.1:${port}`, lines }
}
