import type { Hex } from 'viem'
import type { Verdict } from '../db/outcome'
import { failedCall } from '../decode/failedCall'
import type { GasTerms } from './gas'
import type { CallOutcome, Quote } from './quote'
import { reverted } from './reason'

/** Returns the verdict on calls: `fails` if one fails, `succeeds` if all succeed, else `unknown`. */
export const verdictOf = (outcomes: readonly CallOutcome[]): Verdict => {
  if (outcomes.some(({ status }) => status === 'fails')) return 'fails'
  return outcomes.every(({ status }) => status === 'succeeds') ? 'succeeds' : 'unknown'
}

/** Outcome of the transaction that runs all calls, and its revert data. */
export type Whole = { outcome: CallOutcome; data: Hex }

type Settled = Pick<Quote, 'calls' | 'verdict' | 'failing'>

const failingOf = (outcomes: readonly CallOutcome[]): Pick<Quote, 'failing'> => {
  const index = outcomes.findIndex(({ status }) => status === 'fails')
  const outcome = outcomes[index]
  return outcome?.status === 'fails' ? { failing: { index, reason: outcome.reason } } : {}
}

/**
 * Combines the outcomes of the separate calls with the one of the transaction. The transaction decides for an
 * atomic batch, as the executor reverts if one of its calls fails; only if its outcome is unknown does a
 * separate call that fails decide.
 */
export const settle = (
  { mode }: Pick<GasTerms, 'mode'>,
  single: readonly CallOutcome[],
  whole?: Whole,
): Settled => {
  if (mode !== 'atomic' || !whole)
    return { calls: [...single], verdict: verdictOf(single), ...failingOf(single) }
  const { outcome, data } = whole
  switch (outcome.status) {
    case 'succeeds': {
      const calls = single.map((one): CallOutcome => {
        return one.status === 'fails' ? { status: 'succeeds', gas: one.gas } : one
      })
      return { calls, verdict: 'succeeds' }
    }
    case 'unknown': {
      const verdict = verdictOf(single)
      return {
        calls: [...single],
        verdict: verdict === 'fails' ? verdict : 'unknown',
        ...failingOf(single),
      }
    }
    case 'fails':
      return failed(single, outcome, failedCall(data))
  }
}

const failed = (
  single: readonly CallOutcome[],
  outcome: CallOutcome & { status: 'fails' },
  named: ReturnType<typeof failedCall>,
): Settled => {
  const verdict = 'fails'
  if (named && named.index < single.length) {
    const { index, data } = named
    const one = single[index]
    // A value above the balance leaves no revert data: the separate call gives the reason.
    const reason = data === '0x' && one?.status === 'fails' ? one.reason : reverted(data)
    const gasOf = (one: CallOutcome): Hex => ('gas' in one ? one.gas : '0x0')
    const calls = single.map((one, at): CallOutcome => {
      return at === index ? { status: 'fails', gas: gasOf(one), reason } : one
    })
    return { calls, verdict, failing: { index, reason } }
  }
  const alone = failingOf(single)
  if (alone.failing) return { calls: [...single], verdict, ...alone }
  // Every call succeeds separately, but not the transaction: none of them may be shown as safe.
  const { reason } = outcome
  const calls = single.map((): CallOutcome => ({ status: 'unknown', reason }))
  return { calls, verdict, failing: { index: null, reason } }
}
