import type { Address } from 'viem'
import type { Doubt } from '@/lib/approvals/danger'
import type { Outcome } from '@/lib/db/outcome'
import { namedAt, type Tokens } from './tokenFacts'

/** The tokens that move or are allowed. */
export const movedBy = ({
  changes,
  allowances,
}: Pick<Outcome, 'changes' | 'allowances'>): Address[] => [
  ...changes.flatMap(({ asset }) => (asset.standard === 'native' ? [] : [asset.address])),
  ...allowances.map(({ token }) => token),
]

/**
 * The doubts that the names of a request's tokens raise. A false name counts wherever it stands, and so does one that nobody compared; an unlisted
 * token where it moves or is allowed, be it without a symbol.
 */
export const tokenDoubts = (tokens: Tokens, moved: readonly Address[]): Doubt[] => {
  if (!tokens) return []
  const isFalse = Object.values(tokens).some(({ identity }) => identity.is === 'false')
  const isUnchecked = Object.values(tokens).some(({ identity }) => identity.is === 'unchecked')
  const isUnlisted = moved.some((address) => !namedAt(tokens, address))
  return [
    ...(isFalse ? (['false token'] as const) : []),
    ...(isUnchecked ? (['unchecked name'] as const) : []),
    ...(isUnlisted ? (['unlisted token'] as const) : []),
  ]
}
