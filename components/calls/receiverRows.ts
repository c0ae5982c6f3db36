import { numberToHex, zeroAddress, type Address } from 'viem'
import type { Change } from '@/lib/db/outcome'
import { assetKey } from '@/lib/simulate/material'
import type { Quote } from '@/lib/simulate/quote'
import { sameAddress } from '@/lib/values/address'
import type { Key } from '../text/messages'
import { namedBy, type ReadCall } from './outflowsOf'

/** A part of what leaves and its words; `address` where they name somebody. */
export type ReceiverRow = {
  words: Key
  address?: Address
  /** The part; undefined for the whole. */
  part: Change | undefined
  isOdd?: true
}

/** How many receivers are named, the largest first. */
export const few = 3

/**
 * Returns the lines that tell who gets an asset by what ran, and how many more get a part. What runs and what
 * calls say are never mixed: where they differ, both stand there.
 */
export const receiverRows = (
  change: Change,
  { payees, verdict }: Pick<Quote, 'payees' | 'verdict'>,
  calls: readonly ReadCall[],
  from: Address,
): { rows: ReceiverRow[]; more: number } => {
  const { asset } = change
  const whole = BigInt(change.amount)
  const to = payees.find(({ of }) => of === assetKey(change))?.to ?? []
  const named = namedBy(calls, change, from)
  const got = new Map<string, bigint>()
  for (const { address, amount } of to) {
    const key = address.toLowerCase()
    got.set(key, BigInt(amount) + (got.get(key) ?? 0n))
  }
  const partOf = (amount: bigint): Change => ({ ...change, amount: numberToHex(amount) })
  const receivers = to.map(({ address, amount, isSaid }): ReceiverRow => {
    const said = named.get(address.toLowerCase())?.amount
    const isNamed =
      asset.standard === 'native' ? (said ?? 0n) >= BigInt(amount) : said === BigInt(amount)
    const words = isSaid ? 'flow_toSaid' : isNamed ? 'flow_to' : 'flow_receivedBy'
    return address === zeroAddress
      ? { words: 'flow_destroyed', part: partOf(BigInt(amount)) }
      : { words, address, part: partOf(BigInt(amount)) }
  })
  const sum = [...got.values()].reduce((all, amount) => all + amount, 0n)
  const rest: ReceiverRow[] =
    sum === whole
      ? []
      : sum < whole
        ? [{ words: 'flow_nobody', part: partOf(whole - sum) }]
        : [{ words: 'flow_back', part: partOf(sum - whole) }]
  const isCompared = asset.standard !== 'native' && verdict === 'succeeds'
  const broken = [...named].flatMap(([key, { to, amount, isGuess }]): ReceiverRow[] =>
    !isCompared || isGuess || !to || got.get(key) === amount
      ? []
      : [{ words: 'flow_callsSay', address: to, part: partOf(amount), isOdd: true }],
  )
  const all = [...receivers.slice(0, few), ...rest, ...broken.slice(0, few)]
  const [only] = all
  const isWhole = all.length === 1 && receivers.length < 2
  return {
    rows: only && isWhole ? [{ ...only, part: undefined }] : all,
    more: Math.max(0, receivers.length - few),
  }
}

/** Returns the lines that tell to whom calls pass on a part of an asset that arrives, and how many more there are. */
export const onwardRows = (
  change: Change,
  calls: readonly ReadCall[],
  from: Address,
): { rows: ReceiverRow[]; more: number } => {
  const rows = [...namedBy(calls, change, from).values()]
    .filter(({ to, isGuess, amount }) => to && !isGuess && amount > 0n && !sameAddress(to, from))
    .sort((a, b) => Number(b.amount > a.amount) - Number(b.amount < a.amount))
    .flatMap(({ to, amount }): ReceiverRow[] =>
      to
        ? [
            {
              words: 'flow_callsSay',
              address: to,
              part: { ...change, amount: numberToHex(amount) },
            },
          ]
        : [],
    )
  return { rows: rows.slice(0, few), more: Math.max(0, rows.length - few) }
}
