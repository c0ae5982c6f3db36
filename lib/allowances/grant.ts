import { zeroAddress, type Address } from 'viem'
import { isRightGrant } from '../simulate/rightGrants'
import type { NamedAllowance, NamedRight, ReadSet } from '../simulate/readSet'
import { sameAddress } from '../values/address'

/** Grant that an account may have made: to a spender for a token or for one token ID, or to an operator of a collection. */
export type Grant = Exclude<NamedAllowance, NamedRight>

/** Key of a grant on a chain. */
export const grantKey = ({ standard, token, spender, tokenId }: Grant): string =>
  [standard, token, spender, tokenId].join(' ').toLowerCase()

/** Returns what calls or logs of an account name, without what is for nobody or for the account itself. */
export const grantsIn = ({ grants }: Pick<ReadSet, 'grants'>, account: Address): Grant[] =>
  [...grants.values()].flatMap(({ grant }) =>
    isRightGrant(grant) ||
    sameAddress(grant.spender, zeroAddress) ||
    sameAddress(grant.spender, account)
      ? []
      : [grant],
  )

/** Removes duplicate grants. */
export const distinctGrants = (grants: readonly Grant[]): Grant[] => [
  ...new Map(grants.map((grant) => [grantKey(grant), grant])).values(),
]
