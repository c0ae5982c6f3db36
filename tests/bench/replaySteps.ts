import type { Asked } from './constantNode.ts'

/** A request to post again, and the places in the list of those whose answers it waits for. */
export type Step = { body: string; after: number[] }

/** How many values of an answer are looked for: an answer may hold a megabyte of them. */
const most = 500

/**
 * Returns what of an answer may be sent again, as it would stand in a body: quantities as they are; of longer data
 * each word without its leading zeros, if it is no small number.
 */
const valuesIn = (text: string): string[] => {
  const found = new Set<string>()
  for (const [quoted, digits = ''] of text.toLowerCase().matchAll(/"0x([0-9a-f]{4,})"/g)) {
    if (digits.length <= 16) found.add(quoted)
    else
      for (const word of digits.match(/.{1,64}/g) ?? []) {
        const value = word.replace(/^0+/, '')
        if (value.length >= 16) found.add(value)
      }
    if (found.size >= most) break
  }
  return [...found].slice(0, most)
}

const isSimulation = ({ method }: Asked): boolean => method.includes('eth_simulateV1')

/**
 * Turns recorded requests into steps that wait for what they need and for nothing else: for the answers that have a
 * value which they send, unless it stood in a request before that answer; and for earlier simulations if they are one,
 * as limits and reads are computed from those. Which other requests the wallet itself waited for does not count.
 */
export const replayOf = (asked: readonly Asked[]): Step[] => {
  const bodies = asked.map(({ body }) => body.toLowerCase())
  const values = new Map<Asked, string[]>()
  const valuesOf = (answered: Asked): string[] => {
    const found = values.get(answered) ?? valuesIn(answered.answer ?? '')
    values.set(answered, found)
    return found
  }
  const isNewIn = (value: string, { until = Infinity }: Asked): boolean =>
    !bodies.some((body, index) => (asked[index]?.at ?? Infinity) < until && body.includes(value))
  return asked.map((question, at) => {
    const body = bodies[at] ?? ''
    const after = asked.flatMap((earlier, index) => {
      const { until = Infinity } = earlier
      if (index === at || until > question.at) return []
      const isBasis = isSimulation(question) && isSimulation(earlier)
      const isSent = (value: string) => body.includes(value) && isNewIn(value, earlier)
      return isBasis || valuesOf(earlier).some(isSent) ? [index] : []
    })
    return { body: question.body, after }
  })
}
