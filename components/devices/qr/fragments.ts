import { concatBytes, numberToBytes, sha256 } from 'viem'

const mask = 2n ** 64n - 1n

const turned = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) & mask

/** Creates the generator that both sides draw by: xoshiro256**, with the hash of a seed as its state; from 0 to below 1. */
const createRandom = (seed: Uint8Array): (() => number) => {
  const hash = sha256(seed, 'bytes')
  const view = new DataView(hash.buffer, hash.byteOffset)
  let [a, b, c, d] = [0, 8, 16, 24].map((at) => view.getBigUint64(at)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  return () => {
    const drawn = (turned((b * 5n) & mask, 7n) * 9n) & mask
    const shifted = (b << 17n) & mask
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = turned(d, 45n)
    return Number(drawn) / 2 ** 64
  }
}

/** Sampler by the alias method, in the very order in which the reference builds and draws. */
type Sampler = { chance: number[]; alias: number[] }

/** How often each number of fragments is mixed: 1, 1/2, 1/3 … of the times. */
const samplerFor = (length: number): Sampler => {
  const weights = Array.from({ length }, (_, index) => 1 / (index + 1))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const scaled = weights.map((weight) => (weight * length) / sum)
  const chance = Array.from({ length }, () => 1)
  const alias = Array.from({ length }, () => 0)
  const small: number[] = []
  const large: number[] = []
  for (let index = length - 1; index >= 0; index--)
    ((scaled[index] ?? 0) < 1 ? small : large).push(index)
  for (;;) {
    const more = large.at(-1)
    const less = more === undefined ? undefined : small.pop()
    if (less === undefined || more === undefined) return { chance, alias }
    large.pop()
    chance[less] = scaled[less] ?? 0
    alias[less] = more
    scaled[more] = (scaled[more] ?? 0) + (scaled[less] ?? 0) - 1
    ;((scaled[more] ?? 0) < 1 ? small : large).push(more)
  }
}

/** The samplers of the last few lengths: each part of a message asks for the one of its length. */
const samplers = new Map<number, Sampler>()

const samplerOf = (length: number): Sampler => {
  const known = samplers.get(length)
  if (known) return known
  if (samplers.size > 8) samplers.clear()
  const sampler = samplerFor(length)
  samplers.set(length, sampler)
  return sampler
}

/**
 * Returns which of a message's `length` fragments are mixed in part number `number`, counted from 1: one each at first,
 * then as many as the generator draws (BCR-2024-001, "Multipart UR").
 */
export const fragmentsIn = (number: number, length: number, checksum: number): number[] => {
  if (number <= length) return [number - 1]
  const random = createRandom(
    concatBytes([numberToBytes(number, { size: 4 }), numberToBytes(checksum, { size: 4 })]),
  )
  const { chance, alias } = samplerOf(length)
  const column = Math.floor(random() * length)
  const degree = 1 + (random() < (chance[column] ?? 0) ? column : (alias[column] ?? 0))
  const left = Array.from({ length }, (_, index) => index)
  return Array.from({ length: degree }, () => {
    const [drawn = 0] = left.splice(Math.floor(random() * left.length), 1)
    return drawn
  })
}
