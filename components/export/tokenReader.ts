import type { Address } from 'viem'
import { once } from '@/lib/async'
import { cache } from '@/lib/db'
import { listedOn, tokenIdentity } from '@/lib/listed/tokenIdentity'
import type { Token } from '@/lib/simulate/quote'
import type { Tokens } from '../calls/tokenFacts'
import { symbolOf } from '../text/native'
import { ownTokens, identifiedOf } from '../tokens/useIdentified'

/** Reads the tokens of a chain with whose name each bears for an account. */
const readTokens = async (chainId: number, account: Address): Promise<Tokens> => {
  const prefix = `token:${chainId}:`
  const facts = await cache.facts.where('key').startsWith(prefix).toArray()
  const said = facts.map(({ key, value }) => [key.slice(prefix.length), value as Token] as const)
  const held = await ownTokens(chainId, account)
  const coin = symbolOf(chainId)
  return identifiedOf(Object.fromEntries(said), listedOn(chainId), ({ address, symbol }) =>
    tokenIdentity({ chainId, coin, address, symbol, held }),
  )
}

/** Reads the tokens of each chain and account once. */
export const tokenReader = () => {
  const tokens = once<Tokens>()
  return (chainId: number, account: Address): Promise<Tokens> =>
    tokens(`${chainId} ${account}`, () => readTokens(chainId, account))
}
