import type { Address } from 'viem'
import type { Token } from '@/lib/simulate/quote'
import { sameAddress } from '@/lib/values/address'
import { namedTokens } from '../calls/namedTokens'
import type { ReadCall } from '../calls/outflowsOf'
import { tokenAt } from '../calls/tokenFacts'
import { listedTokens, type Listed } from './useListed'

type Stored = Readonly<Record<Address, Token>> | undefined

/**
 * Returns what the tokens of calls said of themselves before, so that amounts stand there while the node is asked again.
 * Undefined where one is neither stored nor on the list that ships: an amount without its decimals says something else.
 */
export const tokensAhead = (
  listed: Listed | 'failed' | undefined,
  stored: Stored,
  chainId: number,
  calls: readonly ReadCall[],
): Record<Address, Token> | undefined => {
  const named = calls.flatMap(({ reading }) => (reading ? namedTokens(reading) : []))
  const known = named.length > 0 && listed ? listedTokens(listed, chainId) : []
  const unlisted = [...new Set(named)].filter(
    (one) => !known.some((address) => sameAddress(address, one)),
  )
  const said = unlisted.flatMap((address): [Address, Token][] => {
    const token = tokenAt(stored, address)
    return token ? [[address, token]] : []
  })
  return said.length === unlisted.length ? Object.fromEntries(said) : undefined
}
