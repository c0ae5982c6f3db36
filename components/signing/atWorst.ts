import type { Leaving } from '@/lib/decode/signatures/signatureReading'
import { sameAddress } from '@/lib/values/address'
import type { Place } from '../calls/place'
import { tokenAt } from '../calls/tokenFacts'

/** The most of the account's own balance that could leave it now; undefined where that is not known. */
export const atWorst = (
  { asset, amount, from }: Leaving,
  { from: account, tokens }: Pick<Place, 'from' | 'tokens'>,
): bigint | undefined => {
  if (asset.kind !== 'token' || !sameAddress(from, account)) return undefined
  const balance = tokenAt(tokens, asset.address)?.balance
  if (balance === undefined) return undefined
  const held = BigInt(balance)
  return amount === null || amount > held ? held : amount
}
