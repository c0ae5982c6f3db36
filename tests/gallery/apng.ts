import { crc32 } from 'node:zlib'

type Chunk = { type: string; data: Buffer }

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns the chunks of a PNG, its signature left out. */
export const chunksOf = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = []
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

const bytesOf = ({ type, data }: Chunk): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  body.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(body), body.length + 4)
  return bytes
}

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

/** A whole picture that is shown for `ms`, below 65,536. */
export type Frame = { png: Buffer; ms: number }

/**
 * Makes an animated PNG of pictures of one size and kind; it starts anew after the last. By "Animated PNG graphics" of
 * the PNG Specification, third edition, section 11.3.6. Throws if there is none, or one differs in size or kind.
 */
export const animate = (frames: readonly Frame[]): Buffer => {
  const all = frames.map(({ png, ms }) => ({ chunks: chunksOf(png), ms }))
  const header = all[0]?.chunks.find(({ type }) => type === 'IHDR')
  if (!header) throw new Error('There is no picture to animate.')
  const chunks: Chunk[] = [header, { type: 'acTL', data: numbers(all.length, 0) }]
  let sequence = 0
  for (const [index, frame] of all.entries()) {
    const own = frame.chunks.find(({ type }) => type === 'IHDR')
    if (!own?.data.equals(header.data))
      throw new Error(`Picture ${index} has another size or kind than the first.`)
    const size = header.data.subarray(0, 8)
    // Whole pictures at the corner, each in place of the one before.
    const place = numbers(0, 0)
    const shown = Buffer.alloc(6)
    shown.writeUInt16BE(frame.ms, 0)
    shown.writeUInt16BE(1_000, 2)
    chunks.push({
      type: 'fcTL',
      data: Buffer.concat([numbers(sequence++), size, place, shown]),
    })
    for (const { type, data } of frame.chunks) {
      if (type !== 'IDAT') continue
      chunks.push(
        index === 0
          ? { type, data }
          : { type: 'fdAT', data: Buffer.concat([numbers(sequence++), data]) },
      )
    }
  }
  chunks.push({ type: 'IEND', data: Buffer.alloc(0) })
  return Buffer.concat([signature, ...chunks.map(bytesOf)])
}
