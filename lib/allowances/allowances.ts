import type { Address } from 'viem'
import { cache } from '../db'
import type { NodeReader, TokensSaid } from './nodeReader'
import { distinctGrants, grantKey } from './grant'
import type { OwnGrants } from './ownGrants'
import type { Searched } from './search'
import { readGrants, type Standing } from './standing'

/** A grant that stands; `isOwn` if a call of the account itself made it, so that it knows the token. */
export type StandingAllowance = Standing & { isOwn: boolean }

/** Grants of an account that stand, how many could not be read or were left out, and what the tokens say of themselves. */
export type Allowances = {
  standing: StandingAllowance[]
  unread: number
  tokens: TokensSaid
}

/** The addresses that an account may have allowed something, as its own batches and searched logs name them. */
export type NamedGrants = { own: OwnGrants; searched: Searched }

/** Cache key of what was found for an account on a chain. */
export const allowancesKey = (chainId: number, account: Address): string =>
  `allowances:${chainId}:${account}`

/** Returns what was found before. */
export const namedBefore = async (
  chainId: number,
  account: Address,
): Promise<NamedGrants | undefined> =>
  (await cache.facts.get(allowancesKey(chainId, account)))?.value as NamedGrants | undefined

/** Reads from the chain what others may take of an account, among what was found. */
export const readAllowances = async (
  reader: NodeReader,
  account: Address,
  { own, searched }: NamedGrants,
): Promise<Allowances> => {
  const grants = distinctGrants([...own.called, ...own.logged, ...searched.grants])
  const { standing, unread } = await readGrants(reader, account, grants)
  const called = new Set(own.called.map(grantKey))
  const fungible = standing.flatMap(({ grant: { standard, token } }) =>
    standard === 'ERC20' || standard === 'Permit2' ? [token] : [],
  )
  return {
    standing: standing.map((one) => ({ ...one, isOwn: called.has(grantKey(one.grant)) })),
    unread: unread + own.left,
    tokens: await reader.tokens(account, [...new Set(fungible)]),
  }
}
