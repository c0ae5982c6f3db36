import { numberToHex, type Address, type Hex } from 'viem'
import { tokensAt } from '../holdings/holdings'
import { readMany } from '../holdings/readMany'
import type { Token } from '../simulate/quote'
import { uint } from '../simulate/reader'
import { encodeBalanceOf } from '../simulate/tokens'
import { distinctGrants, grantKey } from './grant'
import { ownGrants } from './own'
import { searchedGrants } from './search'
import { readGrants, type Standing } from './standing'

/** A grant that stands; `isOwn` if a call of the account itself made it, so that it knows the token. */
export type StandingAllowance = Standing & { isOwn: boolean }

/** What others may take, how many grants could not be read or were left out, and what the tokens say of themselves. */
export type Allowances = {
  standing: StandingAllowance[]
  unread: number
  tokens: Record<Address, Token & { balance?: Hex }>
}

/**
 * Reads from the chain what others may take of an account, as far as its own batches and the search of logs named
 * it. Throws 4901 if the node does not answer.
 */
export const readAllowances = async (chainId: number, account: Address): Promise<Allowances> => {
  const [own, searched] = await Promise.all([
    ownGrants(chainId, account),
    searchedGrants(chainId, account),
  ])
  const grants = distinctGrants([...own.called, ...own.logged, ...searched])
  const { standing, unread } = await readGrants(chainId, account, grants)
  const called = new Set(own.called.map(grantKey))
  const fungible = [
    ...new Set(
      standing.flatMap(({ grant: { standard, token } }) =>
        standard === 'ERC20' || standard === 'Permit2' ? [token] : [],
      ),
    ),
  ]
  const data = encodeBalanceOf({ standard: 'ERC20' }, account)
  const [found, balances] = await Promise.all([
    tokensAt(chainId, fungible),
    readMany(
      chainId,
      fungible.map((to) => ({ to, data })),
    ),
  ])
  const tokens = fungible.flatMap((address, index) => {
    const token = found[address]
    const balance = uint(balances[index])
    if (!token) return []
    return [[address, balance === undefined ? token : { ...token, balance: numberToHex(balance) }]]
  })
  return {
    standing: standing.map((one) => ({ ...one, isOwn: called.has(grantKey(one.grant)) })),
    unread: unread + own.left,
    tokens: Object.fromEntries(tokens) as Allowances['tokens'],
  }
}
