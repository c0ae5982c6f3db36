import type { Hash } from 'viem'
import type { Expected, Lock, Parts } from '../db/outcome'
import type { Batch, Mode } from '../db'
import type { Edit } from '../decode/edit'
import { worstOf } from '../simulate/material'
import type { KeptOutcome } from '../simulate/acceptedOutcome'
import type { Offer } from '../sponsor/offer'
import type { Quotes } from './quotes'

type Accepted = { accepted?: Expected; lock?: Lock; offer?: Offer }

type Named = { mode?: Mode; upgrade?: boolean; outcomes?: Hash[]; edits?: Edit[] }

/**
 * Returns the background's own copy of the outcomes whose hashes a decision names; empty for an unchecked
 * batch. After a worker restart no copy is left: the batch is quoted again, and 'changed' is returned
 * unless the newest accepted outcome comes out again.
 */
export const acceptedOutcomes = async (
  quotes: Pick<Quotes, 'ask' | 'recall'>,
  id: string,
  decided: unknown,
): Promise<Accepted | 'changed'> => {
  const { mode, outcomes = [], edits } = decided as Named
  if (outcomes.length === 0) return {}
  const known = outcomes.map((hash) => quotes.recall(id, hash))
  if (known.every((outcome) => outcome !== undefined)) return acceptedOf(known)
  const params = { id, ...(mode ? { mode } : {}), ...(edits ? { edits } : {}) }
  const now = await quotes.ask(params).catch(() => undefined)
  const kept = now && outcomes.at(-1) === now.outcome ? quotes.recall(id, now.outcome) : undefined
  return kept ? acceptedOf([kept]) : 'changed'
}

/**
 * Returns which contracts a decision has signing read, as far as that is known without another quote: the executor of
 * an upgrade, and what checks the lock that was shown.
 */
export const contractsKnown = (
  quotes: Pick<Quotes, 'recall'>,
  id: string,
  decided: unknown,
): Pick<Batch, 'upgrade' | 'checkers'> => {
  const { upgrade = false, outcomes = [] } = decided as Named
  const [last] = outcomes.slice(-1)
  const checkers = last && quotes.recall(id, last)?.lock?.checkers
  return { upgrade, ...(checkers ? { checkers } : {}) }
}

/** The newest of the outcomes has the newest balances, and the worst of them decides how much may change. */
const acceptedOf = (kept: readonly KeptOutcome[]): Accepted => {
  const { lock, offer } = kept.at(-1) ?? {}
  return {
    accepted: expectedOf(kept),
    ...(lock ? { lock } : {}),
    ...(offer ? { offer } : {}),
  }
}

/** Returns what is stored of accepted outcomes: the worst of them. */
export const expectedOf = (kept: readonly KeptOutcome[]): Expected => {
  const worst = kept.map(({ outcome }) => outcome).reduce(worstOf)
  const { verdict, changes, allowances, payees, unchecked } = worst
  const failing = kept.at(-1)?.failing
  const parts = kept.map((one) => one.parts).reduce(worstParts)
  return {
    verdict,
    changes,
    allowances,
    payees,
    unchecked,
    ...(kept.length > 1 ? { isBound: true } : {}),
    ...(failing ? { failing } : {}),
    ...(parts ? { parts } : {}),
  }
}

/** Returns the worst of each call; none if one of the outcomes has no parts. */
const worstParts = (before: Parts | undefined, now: Parts | undefined): Parts | undefined =>
  before &&
  now && {
    each: now.each.map((part, index) => worstOf(before.each[index] ?? part, part)),
    loose: [...new Set([...before.loose, ...now.loose])],
  }
