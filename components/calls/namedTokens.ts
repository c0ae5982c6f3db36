import type { Address } from 'viem'
import { allOf } from '@/lib/decode/allOf'
import type { DecodedCall } from '@/lib/decode/reading'

const namedBy = (one: DecodedCall): Address[] => {
  const assets =
    one.kind === 'swap'
      ? [one.give, one.get]
      : [...('token' in one ? [one.token] : []), ...('vault' in one ? [one.vault] : [])]
  return assets.filter((asset) => asset !== null && asset !== 'native')
}

/** The contracts of the tokens that a call and the calls within it deal with, vaults among them. */
export const namedTokens = (reading: DecodedCall): Address[] => allOf(reading).flatMap(namedBy)
