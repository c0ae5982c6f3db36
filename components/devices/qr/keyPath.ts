import type { Cbor } from './cbor'
import { mapOf, untagged } from './cbor'
import { qrError } from './fault'

/** Tag of a path (crypto-keypath), and that of its second version (BCR-2023-007). */
const pathTags = [304, 40304]

const hardened = 2 ** 31

/** A path of a key, or of the keys below one: `*` stands for every number. `fingerprint`: of the seed's first key. */
export type KeyPath = { levels: string[]; fingerprint?: number }

/** Reads a path. Throws `path` for one that is too long, or of another form. */
export const readKeyPath = (value: Cbor | undefined): KeyPath => {
  const map = mapOf(value, pathTags)
  const parts = untagged(map.get(1))
  if (!Array.isArray(parts) || parts.length % 2 !== 0 || parts.length > 20) throw qrError('path')
  const levels = Array.from({ length: parts.length / 2 }, (_, index) => {
    const [number, isHardened] = (parts as Cbor[]).slice(2 * index, 2 * index + 2)
    if (typeof isHardened !== 'boolean') throw qrError('path')
    const isEvery = Array.isArray(number) && number.length === 0
    if (isEvery && !isHardened) return '*'
    if (typeof number !== 'number' || number < 0 || number >= hardened) throw qrError('path')
    return `${number}${isHardened ? "'" : ''}`
  })
  const fingerprint = map.get(2)
  if (fingerprint === undefined) return { levels }
  const isRight = typeof fingerprint === 'number' && fingerprint > 0 && fingerprint < 2 ** 32
  if (!isRight) throw qrError('fingerprint')
  return { levels, fingerprint }
}

/** Returns a path as a request carries it: number and mark of each level, and the fingerprint. */
export const keyPathOf = (path: string, fingerprint: number): Cbor => ({
  tag: 304,
  value: new Map<number, Cbor>([
    [
      1,
      path
        .split('/')
        .slice(1)
        .flatMap((level) => [Number(level.replace("'", '')), level.endsWith("'")]),
    ],
    [2, fingerprint],
  ]),
})
