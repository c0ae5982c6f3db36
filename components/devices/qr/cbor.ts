import { bytesToHex, concatBytes, numberToBytes, stringToBytes } from 'viem'
import { qrError } from './fault'

/** A value with a tag, which says what it is. */
export type Tagged = { tag: number; value: Cbor }

/** A CBOR value (RFC 8949), of the kinds that devices send: no floats, no numbers beyond 2^53. */
export type Cbor =
  | number
  | boolean
  | string
  | Uint8Array
  | readonly Cbor[]
  | ReadonlyMap<number | string, Cbor>
  | Tagged

/** The most values in one message, and how deep they may lie: what devices send has a tenth of it. */
const most = { values: 4096, depth: 16 }

const breakByte = 0xff

/** Reads one CBOR value that takes up all bytes. Throws `damaged` for anything else, before it takes any memory. */
export const decodeCbor = (bytes: Uint8Array): Cbor => {
  let at = 0
  let count = 0
  const fail = (): never => {
    throw qrError('damaged')
  }
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) fail()
    at += length
    return bytes.subarray(at - length, at)
  }
  const next = (): number => take(1)[0] ?? fail()
  const isBreak = (): boolean => {
    if (bytes[at] !== breakByte) return false
    at++
    return true
  }

  /** The argument of a head; undefined for a length that a break ends. */
  const argumentOf = (info: number): number | undefined => {
    if (info < 24) return info
    if (info === 31) return undefined
    if (info > 27) return fail()
    const number = Number(BigInt(bytesToHex(take(2 ** (info - 24)))))
    return Number.isSafeInteger(number) ? number : fail()
  }
  const known = (argument: number | undefined): number => argument ?? fail()

  /** Runs for each of `length` items, or until a break. */
  const each = (length: number | undefined, read: () => void): void => {
    for (let index = 0; length === undefined ? !isBreak() : index < length; index++) read()
  }

  const readMap = (length: number | undefined, depth: number): Cbor => {
    const map = new Map<number | string, Cbor>()
    each(length, () => {
      const key = read(depth)
      if ((typeof key !== 'number' && typeof key !== 'string') || map.has(key)) return fail()
      return void map.set(key, read(depth))
    })
    return map
  }

  const readArray = (length: number | undefined, depth: number): Cbor => {
    const items: Cbor[] = []
    each(length, () => items.push(read(depth)))
    return items
  }

  const read = (above: number): Cbor => {
    const depth = above + 1
    if (++count > most.values || depth > most.depth) return fail()
    const head = next()
    const argument = argumentOf(head & 0x1f)
    switch (head >> 5) {
      case 0:
        return known(argument)
      case 1:
        return -1 - known(argument)
      case 2:
        return take(known(argument))
      case 3:
        return new TextDecoder().decode(take(known(argument)))
      case 4:
        return readArray(argument, depth)
      case 5:
        return readMap(argument, depth)
      case 6:
        return { tag: known(argument), value: read(depth) }
      default:
        return head === 0xf4 || head === 0xf5 ? head === 0xf5 : fail()
    }
  }

  const value = read(0)
  return at === bytes.length ? value : fail()
}

const headOf = (major: number, argument: number): Uint8Array => {
  const kind = major << 5
  if (argument < 24) return new Uint8Array([kind | argument])
  const power = [8, 16, 32].findIndex((bits) => argument < 2 ** bits)
  const [info, size] = power === -1 ? [27, 8] : [24 + power, 2 ** power]
  return concatBytes([new Uint8Array([kind | info]), numberToBytes(argument, { size })])
}

const isTagged = (value: Cbor): value is Tagged =>
  typeof value === 'object' && 'tag' in value && !(value instanceof Map)

/** Returns the bytes of a value, in the shortest form; numbers are not negative. */
export const encodeCbor = (value: Cbor): Uint8Array => {
  if (typeof value === 'number') return headOf(0, value)
  if (typeof value === 'boolean') return new Uint8Array([value ? 0xf5 : 0xf4])
  if (value instanceof Uint8Array) return concatBytes([headOf(2, value.length), value])
  if (typeof value === 'string') {
    const text = stringToBytes(value)
    return concatBytes([headOf(3, text.length), text])
  }
  if (value instanceof Map) {
    const pairs = [...(value as ReadonlyMap<number | string, Cbor>)].flatMap(([key, item]) => [
      encodeCbor(key),
      encodeCbor(item),
    ])
    return concatBytes([headOf(5, value.size), ...pairs])
  }
  if (isTagged(value)) return concatBytes([headOf(6, value.tag), encodeCbor(value.value)])
  const items = value as readonly Cbor[]
  return concatBytes([headOf(4, items.length), ...items.map(encodeCbor)])
}

/** Returns a value that is a map, with or without one of these tags. Throws `damaged` for another one. */
export const mapOf = (
  value: Cbor | undefined,
  tags: readonly number[] = [],
): ReadonlyMap<number | string, Cbor> => {
  if (value instanceof Map) return value as ReadonlyMap<number | string, Cbor>
  if (value !== undefined && isTagged(value) && tags.includes(value.tag)) return mapOf(value.value)
  throw qrError('damaged')
}

/** Returns what stands behind the tags of a value. */
export const untagged = (value: Cbor | undefined): Cbor | undefined =>
  value !== undefined && isTagged(value) ? untagged(value.value) : value
