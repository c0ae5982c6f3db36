import { keccak256, stringToHex, type Hash } from 'viem'
import type { Failing, Lock, Outcome, Parts } from '../db/outcome'
import type { Offer } from '../sponsor/offer'
import { assetKey } from './material'
import type { Quote } from './quote'

/** Returns the part of a quote that the user accepts. Fees are left out: they move with every block. */
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
    ...(quote.lock?.tolerance === undefined ? {} : { tolerance: quote.lock.tolerance }),
    ...(quote.lock ? { locked: lockedKeys(quote.lock) } : {}),
    ...(quote.sponsor ? { payer: quote.sponsor.url } : {}),
  }
}

const lockedKeys = ({ holds, isExact, inexact }: Lock): string[] =>
  [
    ...holds.map((held) => assetKey(held)),
    ...(isExact ? ['exact'] : inexact ? ['inexact'] : []),
  ].sort()

/** An outcome with what is kept beside it once it is accepted, and of which the user's decision says nothing. */
export type KeptOutcome = {
  outcome: Outcome
  failing?: Failing
  parts?: Parts
  lock?: Lock
  offer?: Offer
}

/** Returns the part of a quote that is kept once it is accepted. */
export const keptOutcome = (quote: Quote): KeptOutcome => {
  const { failing, parts, lock, sponsor, fees } = quote
  return {
    outcome: acceptedOutcome(quote),
    ...(failing ? { failing } : {}),
    ...(parts ? { parts } : {}),
    ...(lock ? { lock } : {}),
    ...(sponsor?.terms ? { offer: { terms: sponsor.terms, fees } } : {}),
  }
}

/** Hash of an outcome. The user's decision names it, so that only what they saw is approved. */
export const hashOutcome = (outcome: Outcome): Hash =>
  keccak256(stringToHex(JSON.stringify(Object.entries(outcome).sort())))
