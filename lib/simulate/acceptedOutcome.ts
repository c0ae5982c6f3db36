import { keccak256, stringToHex, type Hash } from 'viem'
import type { Outcome } from '../db/outcome'
import type { Quote } from './quoteBatch'

/** What of a quote the user decides by. */
export const acceptedOutcome = (quote: Quote): Outcome => {
  const { mode, delegate, upgrade, account, verdict, failing } = quote
  return {
    mode,
    delegate,
    upgrade,
    verdict,
    replaces: upgrade ? account.delegate : null,
    failing: failing?.index ?? null,
    recipients: quote.parties.map(({ address }) => address),
    changes: quote.changes,
    payees: quote.payees,
    allowances: quote.allowances,
    unchecked: quote.unchecked,
  }
}

/** Names an outcome: what the user accepts is told by this from all else that was on the screen. */
export const hashOutcome = (outcome: Outcome): Hash =>
  keccak256(stringToHex(JSON.stringify(Object.entries(outcome).sort())))
