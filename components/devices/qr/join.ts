import { qrError } from './fault'

/** Fragments that are mixed into one: which ones, and their sum without carry. */
type Mixture = { of: Set<number>; bytes: Uint8Array }

/** Takes one mixture out of another one in which all of it is. */
const reduce = (from: Mixture, by: Mixture): void => {
  for (const index of by.of) from.of.delete(index)
  from.bytes = from.bytes.map((byte, place) => byte ^ (by.bytes[place] ?? 0))
}

const isWithin = (part: Mixture, whole: Mixture): boolean => {
  if (part.of.size >= whole.of.size) return false
  for (const index of part.of) if (!whole.of.has(index)) return false
  return true
}

/**
 * Creates what puts the fragments of a message together from mixtures of them. A message needs little more parts than it
 * has fragments: `endless` is thrown once there were many times as many.
 */
export const createJoin = (
  count: number,
): {
  take: (
    sequence: number,
    of: readonly number[],
    bytes: Uint8Array,
  ) => { share: number; fragments?: Uint8Array[] }
} => {
  const most = 4 * count + 60
  const seen = new Set<number>()
  const single: (Uint8Array | undefined)[] = Array.from({ length: count }, () => undefined)
  let found = 0
  let mixtures: Mixture[] = []

  /** Adds a mixture, and all that becomes a single fragment by it. */
  const add = (first: Mixture): void => {
    const queue = [first]
    for (const mixture of queue) {
      for (const index of mixture.of) {
        const bytes = single[index]
        if (bytes && mixture.of.size > 1) reduce(mixture, { of: new Set([index]), bytes })
      }
      for (const other of mixtures) if (isWithin(other, mixture)) reduce(mixture, other)
      const [only] = mixture.of
      if (mixture.of.size > 1) {
        for (const other of mixtures) if (isWithin(mixture, other)) reduce(other, mixture)
        mixtures.push(mixture)
      } else if (only !== undefined && !single[only]) {
        single[only] = mixture.bytes
        found++
        for (const other of mixtures) if (isWithin(mixture, other)) reduce(other, mixture)
      }
      queue.push(...mixtures.filter(({ of }) => of.size === 1))
      mixtures = mixtures.filter(({ of }) => of.size > 1)
    }
  }

  return {
    take: (sequence, of, bytes) => {
      if (!seen.has(sequence)) {
        seen.add(sequence)
        if (seen.size > most) throw qrError('endless')
        add({ of: new Set(of), bytes })
      }
      if (found < count) return { share: found / count }
      return { share: 1, fragments: single.filter((one) => one !== undefined) }
    },
  }
}
