import { numberToHex } from 'viem'
import { fromBytewords, toBytewords } from './bytewords'
import { decodeCbor, encodeCbor } from './cbor'
import { crc32 } from './crc32'
import { qrError } from './fault'
import { fragmentsIn } from './fragments'
import { createJoin } from './join'

/** A message between a wallet and a device: its type and its CBOR (BCR-2020-005, "Uniform Resources"). */
export type Ur = { type: string; cbor: Uint8Array }

/** Bytes of a message in one code: more make a code that small cameras do not read. */
const nominal = 100

/** The longest message in bytes, either way: typed data of 10,000 values are shorter. */
export const longest = 64 * 1024

/** The most fragments of a message that is read. */
const mostParts = 1024

/**
 * Returns the text of the code number `number`, from 0: the one code of a short message, else one part of as many as
 * there are fragments, followed by mixtures of them without end.
 */
export const createParts = ({
  type,
  cbor,
}: Ur): { count: number; at: (number: number) => string } => {
  if (cbor.length > longest) throw qrError('too much')
  const count = Math.ceil(cbor.length / nominal)
  if (count <= 1) return { count, at: () => `ur:${type}/${toBytewords(cbor)}`.toUpperCase() }
  const size = Math.ceil(cbor.length / count)
  const checksum = crc32(cbor)
  const fragment = (index: number) => {
    const bytes = new Uint8Array(size)
    bytes.set(cbor.subarray(size * index, size * (index + 1)))
    return bytes
  }
  const at = (number: number) => {
    const sequence = number + 1
    const mixed = new Uint8Array(size)
    for (const index of fragmentsIn(sequence, count, checksum))
      for (const [place, byte] of fragment(index).entries())
        mixed[place] = (mixed[place] ?? 0) ^ byte
    const part = encodeCbor([sequence, count, cbor.length, checksum, mixed])
    return `ur:${type}/${sequence}-${count}/${toBytewords(part)}`.toUpperCase()
  }
  return { count, at }
}

/** Progress of a reading: how much of a message was seen, from 0 to 1, and the message once it is whole. */
export type ScanProgress = { share: number; ur?: Ur }

const form = /^ur:([a-z0-9-]{1,64})\/(?:(\d{1,9})-(\d{1,5})\/)?([a-z]+)$/

/** One part of a message, as its code has it. */
type Part = { sequence: number; count: number; length: number; checksum: number; bytes: Uint8Array }

/** Reads a part and holds it against what its address says. Throws `damaged`, or `too long` for what nobody sends. */
const readPart = (sequenceText: string, countText: string, letters: string): Part => {
  const value = decodeCbor(fromBytewords(letters))
  if (!Array.isArray(value) || value.length !== 5) throw qrError('damaged')
  const [sequence, count, length, checksum, bytes] = value as unknown[]
  const isPart =
    sequence === Number(sequenceText) &&
    count === Number(countText) &&
    typeof length === 'number' &&
    typeof checksum === 'number' &&
    bytes instanceof Uint8Array
  if (!isPart) throw qrError('damaged')
  if (length > longest || Number(countText) > mostParts) throw qrError('too long')
  const isInPlace =
    sequence > 0 &&
    sequence < 2 ** 32 &&
    checksum >= 0 &&
    checksum < 2 ** 32 &&
    count > 0 &&
    count <= length &&
    bytes.length === Math.ceil(length / count) &&
    bytes.length * (count - 1) < length
  if (!isInPlace) throw qrError('damaged')
  return { sequence, count, length, checksum, bytes }
}

/**
 * Creates a reader of a message's codes, in any order. `take` gives how far it is, and throws why a code is not taken.
 * The first part says which message it is; one of another message is `mixed`.
 */
export const createReader = (): { take: (text: string) => ScanProgress } => {
  let message: { id: string; join: ReturnType<typeof createJoin> } | undefined
  let last: string | undefined
  let progress: ScanProgress = { share: 0 }

  const read = (text: string): ScanProgress => {
    const [, type, sequence, count, letters] = form.exec(text.toLowerCase()) ?? []
    if (type === undefined || letters === undefined) throw qrError('foreign')
    if (sequence === undefined || count === undefined) {
      if (message) throw qrError('mixed')
      if (letters.length > 2 * (longest + 4)) throw qrError('too long')
      return { share: 1, ur: { type, cbor: fromBytewords(letters) } }
    }
    const part = readPart(sequence, count, letters)
    const id = [type, part.count, part.length, numberToHex(part.checksum)].join(' ')
    message ??= { id, join: createJoin(part.count) }
    if (message.id !== id) throw qrError('mixed')
    const { share, fragments } = message.join.take(
      part.sequence,
      fragmentsIn(part.sequence, part.count, part.checksum),
      part.bytes,
    )
    if (!fragments) return { share }
    const cbor = new Uint8Array(part.length)
    for (const [index, bytes] of fragments.entries())
      cbor.set(bytes.subarray(0, part.length - bytes.length * index), bytes.length * index)
    if (crc32(cbor) !== part.checksum) throw qrError('damaged')
    return { share, ur: { type, cbor } }
  }

  return {
    take: (text) => {
      // A camera sees each code many times.
      if (text !== last) progress = read(text)
      last = text
      return progress
    },
  }
}
