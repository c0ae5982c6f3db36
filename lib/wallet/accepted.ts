import type { Hash } from 'viem'
import type { Expected, Lock, Outcome } from '../db/outcome'
import type { Mode } from '../db'
import type { Edit } from '../decode/edit'
import { worstOf } from '../simulate/material'
import { hashOutcome, acceptedOutcome } from '../simulate/acceptedOutcome'
import { withLock, type Quotes, type Seen } from './quotes'

type Accepted = { accepted?: Expected; lock?: Lock }

type Named = { mode?: Mode; outcomes?: Hash[]; edits?: Edit[] }

/**
 * Returns the background's own copy of the outcomes whose hashes a decision names; empty for an unchecked
 * batch. After a worker restart no copy is left: the batch is quoted again, and 'changed' is returned
 * unless the newest accepted outcome comes out again.
 */
export const acceptedBy = async (
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
  const outcome = now && acceptedOutcome(now.quote)
  return outcome && outcomes.at(-1) === hashOutcome(outcome)
    ? acceptedOf([withLock(outcome, now.quote)])
    : 'changed'
}

/** The newest of the outcomes has the newest balances, and the worst of them decides how much may change. */
const acceptedOf = (outcomes: readonly Seen[]): Accepted => {
  const lock = outcomes.at(-1)?.lock
  return { accepted: expectedOf(outcomes), ...(lock ? { lock } : {}) }
}

const expectedOf = (outcomes: readonly Outcome[]): Expected => {
  const { verdict, changes, allowances } = outcomes.reduce(worstOf)
  return { verdict, changes, allowances, ...(outcomes.length > 1 ? { isBound: true } : {}) }
}
