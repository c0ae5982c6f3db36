import type { Doubt } from '@/lib/batch/event'
import type { Batch } from '@/lib/db'
import type { fold } from '@/lib/batch/state'
import { openTransaction, winner } from '@/lib/batch/machine'
import type { State } from '@/lib/batch/state'
import { count, some } from '../text/amount'
import type { Word } from './word'

type Reason = NonNullable<ReturnType<typeof fold>['stopped']>

const reasons: Record<Reason, string> = {
  user: 'You stopped it before anything was signed.',
  expired: 'It was approved more than a day ago and could not be signed.',
  delegate: 'The account’s delegation changed after you approved, so it was not signed.',
  reset: 'The chain was started anew, and what was sent to the old one is gone.',
  refused: 'It was asked again and refused, so it was not signed.',
}

/** Why a batch is asked for once more. */
export const doubts: Record<Doubt, string> = {
  age: 'It was approved more than ten minutes ago and could not be signed. Prices may have moved.',
  delegate: 'The account’s delegation has changed since it was approved. Nothing is signed.',
  worse: 'It waited for its turn, and now a call of it would fail. Nothing is signed.',
}

/** One or two sentences on what a batch's status means. */
export const meaningOf = (word: Word, batch: Batch, state: State, isQueued: boolean): string => {
  switch (word) {
    case 'Waiting for its turn':
      return isQueued
        ? 'An older batch of this account comes first. Nothing is signed yet.'
        : 'Nothing is signed yet.'
    case 'Waiting for unlock':
      return 'Nothing more is signed until you unlock the wallet.'
    case 'Waiting for you':
      return doubts[state.asked ?? 'age']
    case 'Sending':
      return 'Signed. No node has taken it yet; it is sent again until one does.'
    case 'Sent':
      return batch.mode === 'sequence'
        ? `${included(state)} of ${some(batch.calls.length, 'transaction')} in a block.`
        : 'The network has it, but no block does yet.'
    case 'Cancelling':
      return 'An empty transaction was sent in its place. Whichever is mined first counts.'
    case 'Overtaken':
      return overtakenMeaning(state)
    case 'Pre-confirmed':
      return 'It is in a block that is being built, and counts once that block is sealed.'
    case 'Disputed':
      return 'The second RPC does not have this block: still pending.'
    case 'Confirmed':
      return `Every call ran.${silence(state)}`
    case 'Reverted':
      return revertedMeaning(batch, state)
    case 'Partly done':
      return `${some(ran(state), 'call')} of ${batch.calls.length} took effect. The rest did not and will not.${taken(state)}`
    case 'Unclear':
      return 'The transaction succeeded, but whether its calls ran could not be found out.'
    case 'Replaced':
      return `Nothing of it took effect.${taken(state)}${stillOut(batch)}`
    case 'Not sent':
    case 'Stopped':
      return state.transactions.length > 0 && state.stopped !== 'reset'
        ? 'An empty transaction took its place, so nothing of it took effect.'
        : reasons[state.stopped ?? 'user']
  }
}

const overtakenMeaning = (state: State): string => {
  const { index = 0, nonce = 0 } = openTransaction(state) ?? {}
  const taken = `Another transaction took nonce ${count(nonce)}.`
  return state.overtaken[index]?.hasHistory
    ? `${taken} Volley waits until that block is final.`
    : `${taken} The node has no history that proves it, so the batch stays pending.`
}

const taken = (state: State): string =>
  Object.entries(state.replaced)
    .map(([index, by]) => {
      const ours = state.transactions.find((transaction) => transaction.index === Number(index))
      return ` Nonce ${count(ours?.nonce ?? 0)} was used by transaction ${by} from another wallet.`
    })
    .join('')

const silence = (state: State): string =>
  state.transactions.some(({ second }) => second === 'silent')
    ? ' The second RPC did not answer within 10 s.'
    : ''

/** An upgrade's authorization has been published with it, and anyone may bring it to the chain. */
const stillOut = ({ upgrade }: Batch): string =>
  upgrade
    ? ' Its authorization to upgrade the account stays valid until the next transaction of the account.'
    : ''

const included = (state: State): number =>
  state.transactions.filter(({ kind, receipt }) => kind === 'call' && receipt).length

const ran = (state: State): number =>
  state.transactions.filter(
    ({ kind, receipt, ran }) => kind === 'call' && receipt?.status === '0x1' && ran !== false,
  ).length

const revertedMeaning = (batch: Batch, state: State): string => {
  const isSilent = winner(state, 0)?.receipt?.status === '0x1'
  const first = isSilent
    ? 'The transaction succeeded, but none of its calls ran.'
    : 'It failed on chain and nothing of it took effect. The network fee is paid.'
  return batch.upgrade ? `${first} The account is upgraded all the same.` : first
}
