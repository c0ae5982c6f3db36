import type { StandingAllowance } from '@/lib/allowances/allowances'
import { grantKey } from '@/lib/allowances/grant'
import { namedAt, tokenAt, type Tokens } from '../calls/tokenFacts'

/** Tells if an allowance has no limit: all of a token, or every item of a collection. */
export const isEndless = ({ left }: StandingAllowance): boolean => left === 'all'

/** Tells if more may be taken than the account has, as far as that is known. */
export const isLargeAllowance = ({ left, grant }: StandingAllowance, tokens: Tokens): boolean => {
  const balance = tokenAt(tokens, grant.token)?.balance
  return left !== 'all' && balance !== undefined && BigInt(left) > BigInt(balance)
}

const isHeld = ({ grant }: StandingAllowance, tokens: Tokens): boolean =>
  BigInt(tokenAt(tokens, grant.token)?.balance ?? 0) > 0n

/** The more there is to lose, the lower. */
const rankOf = (one: StandingAllowance, tokens: Tokens): number =>
  (isHeld(one, tokens) ? 0 : 2) + (isEndless(one) ? 0 : 1)

/**
 * Sorts allowances by what there is to lose: without a limit over tokens that are held first. Tokens that are
 * neither listed nor allowed by the account itself stand apart, whatever they say, because anybody can make one; so
 * do those that bear another's name.
 */
export const ordered = (
  standing: readonly StandingAllowance[],
  tokens: Tokens,
): { known: StandingAllowance[]; others: StandingAllowance[] } => {
  const sorted = standing.toSorted(
    (a, b) =>
      rankOf(a, tokens) - rankOf(b, tokens) || grantKey(a.grant).localeCompare(grantKey(b.grant)),
  )
  const isKnown = ({ isOwn, grant }: StandingAllowance) =>
    namedAt(tokens, grant.token) !== undefined ||
    (isOwn && tokenAt(tokens, grant.token)?.identity.is !== 'false')
  return {
    known: sorted.filter(isKnown),
    others: sorted.filter((one) => !isKnown(one)),
  }
}
