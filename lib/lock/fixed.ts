import type { Address } from 'viem'
import { totalValue } from '../batch/batchRequest'
import type { Call } from '../db'
import type { Change } from '../db/outcome'
import { allOf } from '../decode/allOf'
import type { DecodedCall } from '../decode/reading'
import { sameAddress } from '../values/address'

/** Reads a call of an account, as `lib/decode/read` does. */
export type Reader = (call: Call) => DecodedCall

type Batch = { calls: readonly Call[]; from: Address; read: Reader }

/** Returns what the calls of a batch say, without guesses. */
const readingsOf = ({ calls, read }: Batch): DecodedCall[] =>
  calls
    .flatMap((call) => (call.to && call.data !== '0x' ? allOf(read(call)) : []))
    .filter(({ isGuess }) => !isGuess)

/** Returns the sum of amounts; undefined if there is none, or one that the data do not set. */
const sumOf = (amounts: readonly (string | null)[]): bigint | undefined =>
  amounts.length === 0 || amounts.includes(null)
    ? undefined
    : amounts.reduce((sum, amount) => sum + BigInt(amount ?? 0), 0n)

/** Coin leaves as the calls send it, and arrives as the wrapped coin is given back, less what they send. */
const fixedCoin = (direction: Change['direction'], batch: Batch): bigint | undefined => {
  const sent = totalValue(batch.calls)
  if (direction === 'out') return sent > 0n ? sent : undefined
  const unwrapped = sumOf(
    readingsOf(batch).flatMap((one) =>
      one.kind === 'unwrap' && one.token && !one.isLeast && sameAddress(one.to, batch.from)
        ? [one.amount]
        : [],
    ),
  )
  return unwrapped !== undefined && unwrapped > sent ? unwrapped - sent : undefined
}

/**
 * Returns the amount of a change that the calls' data set: all payments of the asset for one that leaves; for one that
 * arrives, the least of all swaps, what is collected by an allowance, and wrapped coin. Undefined where they set none.
 */
export const fixedBy = (
  { asset, direction }: Pick<Change, 'asset' | 'direction'>,
  batch: Batch,
): bigint | undefined => {
  if (asset.standard === 'native') return fixedCoin(direction, batch)
  if (asset.standard !== 'ERC20') return undefined
  const { from } = batch
  const isIt = (token: string | null) => token !== null && sameAddress(token, asset.address)
  const arriving = (one: DecodedCall): (string | null)[] => {
    if (one.kind === 'swap' && isIt(one.get) && sameAddress(one.to, from)) return [one.getAmount]
    if (one.kind === 'wrap' && isIt(one.token) && sameAddress(one.to, from)) return [one.amount]
    const isCollected = one.kind === 'transfer' && isIt(one.token) && sameAddress(one.to, from)
    return isCollected && !sameAddress(one.from, from) ? [one.amount] : []
  }
  const leaving = (one: DecodedCall): (string | null)[] => {
    if (one.kind === 'swap' && isIt(one.give)) return [one.giveAmount]
    if (one.kind === 'unwrap' && isIt(one.token) && !one.isLeast) return [one.amount]
    return one.kind === 'transfer' && isIt(one.token) && sameAddress(one.from, from)
      ? [one.amount]
      : []
  }
  return sumOf(readingsOf(batch).flatMap(direction === 'in' ? arriving : leaving))
}
