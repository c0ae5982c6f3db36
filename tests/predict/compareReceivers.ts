import type { Quote } from '@/lib/simulate/quote'

/** Gains of those who get an asset that left, as a run measured them, by address in lower case, in raw units. */
export type Gains = ReadonlyMap<string, bigint>

/** Tells if gains are all that left, so that nothing about its receivers is open. */
export const isWhole = (gains: Gains, left: bigint): boolean =>
  [...gains.values()].reduce((sum, gain) => sum + gain, 0n) === left

/** Key of an asset in a quote's payees, from the key that it was measured by. */
const keyOf = (measured: string): string => {
  if (measured === 'ether') return 'native'
  const [standard, address, id] = measured.split(' ')
  return [standard, address, ...(id === undefined ? [] : [`0x${BigInt(id).toString(16)}`])]
    .join(' ')
    .toLowerCase()
}

const shown = (amounts: Gains): string =>
  [...amounts]
    .map(([who, amount]) => `${who} ${amount}`)
    .sort()
    .join(', ') || 'nobody'

/**
 * Lists differences between the receivers in a quote and those on chain. A receiver that the quote calls a fact
 * got at least that; where all that left is found with somebody, the quote names exactly those, unless it is
 * `isSecret`: then it names nobody who is not one of them.
 */
export const compareReceivers = (
  { payees }: Pick<Quote, 'payees'>,
  left: ReadonlyMap<string, bigint>,
  gains: ReadonlyMap<string, Gains>,
  isSecret: boolean,
): string[] => {
  const wrong: string[] = []
  for (const [measured, amount] of left) {
    const got = gains.get(measured) ?? new Map<string, bigint>()
    const facts = new Map<string, bigint>()
    for (const { address, amount: part, isSaid } of payees.find(({ of }) => of === keyOf(measured))
      ?.to ?? []) {
      const key = address.toLowerCase()
      if (!isSaid) facts.set(key, BigInt(part) + (facts.get(key) ?? 0n))
    }
    for (const [who, part] of facts)
      if (part > (got.get(who) ?? 0n))
        wrong.push(`${measured}: ${who} predicted to get ${part}, got ${got.get(who) ?? 0n}`)
    if (!isSecret && isWhole(got, amount) && shown(facts) !== shown(got))
      wrong.push(`${measured}: predicted to go to ${shown(facts)}, went to ${shown(got)}`)
  }
  const keys = [...left.keys()].map(keyOf)
  for (const { of } of payees) if (!keys.includes(of)) wrong.push(`${of}: nothing of it left`)
  return wrong
}
