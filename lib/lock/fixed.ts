import type { Address } from 'viem'
import { totalValue } from '../batch/batchRequest'
import type { Call } from '../db'
import type { Change } from '../db/outcome'
import { allOf } from '../decode/allOf'
import type { DecodedCall } from '../decode/reading'
import { sameAddress } from '../values/address'

/** Reads a call of an account, as `lib/decode/read` does. */
export type Reader = (call: Call) => DecodedCall

/**
 * Returns the amount of a change that the calls' data set: all payments of the asset for one that leaves, the least of
 * all swaps for one that arrives. Undefined where they set none.
 */
export const fixedBy = (
  { asset, direction }: Pick<Change, 'asset' | 'direction'>,
  { calls, from, read }: { calls: readonly Call[]; from: Address; read: Reader },
): bigint | undefined => {
  if (asset.standard === 'native')
    return direction === 'out' && totalValue(calls) > 0n ? totalValue(calls) : undefined
  if (asset.standard !== 'ERC20') return undefined
  const isIt = (token: string | null) => token !== null && sameAddress(token, asset.address)
  const amounts = calls
    .flatMap((call) => (call.to && call.data !== '0x' ? allOf(read(call)) : []))
    .filter(({ isGuess }) => !isGuess)
    .flatMap((one): (string | null)[] => {
      if (direction === 'in')
        return one.kind === 'swap' && isIt(one.get) && sameAddress(one.to, from)
          ? [one.getAmount]
          : []
      if (one.kind === 'swap' && isIt(one.give)) return [one.giveAmount]
      return one.kind === 'transfer' && isIt(one.token) && sameAddress(one.from, from)
        ? [one.amount]
        : []
    })
  if (amounts.length === 0 || amounts.includes(null)) return undefined
  return amounts.reduce((sum, amount) => sum + BigInt(amount ?? 0), 0n)
}
