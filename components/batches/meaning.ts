import type { ReapprovalReason } from '@/lib/db/batchEvent'
import type { Batch } from '@/lib/db'
import type { fold, State } from '@/lib/batch/state'
import { isAbandoned, isSettled, openTransaction, winner } from '@/lib/batch/machine'
import { operationMeaning } from './operationMeaning'
import { number, plural, t, type Key } from '../text/messages'
import { joinSentences } from '../text/sentences'
import type { BatchWord } from './word'

type Reason = NonNullable<ReturnType<typeof fold>['stopped']>

const reasons: Record<Reason, Key> = {
  user: 'reason_user',
  expired: 'reason_expired',
  delegate: 'reason_delegate',
  reset: 'reason_reset',
  refused: 'reason_refused',
  used: 'reason_used',
  givenUp: 'reason_givenUp',
}

const doubts: Record<ReapprovalReason, Key> = {
  age: 'doubt_age',
  delegate: 'doubt_delegate',
  checker: 'doubt_checker',
  worse: 'doubt_worse',
  refused: 'doubt_refused',
  silent: 'doubt_silent',
  wrong: 'doubt_wrong',
}

/** Why a batch is asked for once more. */
export const doubtText = (doubt: ReapprovalReason): string => t(doubts[doubt])

/** One or two sentences on what a batch's status means. */
export const meaningOf = (word: BatchWord, batch: Batch, state: State, isQueued: boolean): string =>
  operationMeaning(word, batch, state) ?? usualMeaning(word, batch, state, isQueued)

const usualMeaning = (word: BatchWord, batch: Batch, state: State, isQueued: boolean): string => {
  switch (word) {
    case 'Waiting for its turn':
      return isQueued ? t('meaning_queued') : t('meaning_turn')
    case 'Waiting for unlock':
      return t('meaning_unlock')
    case 'Waiting for you':
      return t(doubts[state.asked ?? 'age'])
    case 'Waiting for your Ledger':
      return joinSentences(...inBlocks(batch, state), t('meaning_ledger'))
    case 'Waiting for your QR device':
      return joinSentences(...inBlocks(batch, state), t('meaning_qr'))
    case 'Sending':
      return t('meaning_sending')
    case 'Sent':
      return batch.mode === 'sequence'
        ? joinSentences(inBlock(batch, state), hasDropped(state) && t('running_moved'))
        : t('meaning_sent')
    case 'Cancelling':
      return t('meaning_cancelling')
    case 'Overtaken':
      return overtakenMeaning(state)
    case 'Pre-confirmed':
      return t('meaning_preconfirmed')
    case 'Disputed':
      return t('meaning_disputed')
    case 'Confirmed':
      return confirmedMeaning(batch, state)
    case 'Reverted':
      return revertedMeaning(batch, state)
    case 'Partly done':
      return joinSentences(
        plural('meaning_partly', ran(state), number(batch.calls.length)),
        ...taken(state),
      )
    case 'Unclear':
      return t(batch.revokes ? 'meaning_notRevoked' : 'meaning_unclear')
    case 'Replaced':
      return joinSentences(
        t('meaning_nothing'),
        ...taken(state),
        // An authorization has been published with it, and anyone may bring it to the chain.
        batch.upgrade && t('meaning_stillOut'),
        batch.revokes && t('meaning_revokeOut'),
      )
    case 'Not sent':
    case 'Stopped':
      return state.transactions.length > 0 && !isAbandoned(state)
        ? t('meaning_cancelled')
        : t(reasons[state.stopped ?? 'user'])
  }
}

const confirmedMeaning = ({ revokes }: Batch, state: State): string => {
  if (revokes) return t(isSilent(state) ? 'meaning_revokedSilent' : 'meaning_revoked')
  return t(isSilent(state) ? 'meaning_silent' : 'meaning_confirmed')
}

const overtakenMeaning = (state: State): string => {
  const { index = 0, nonce = 0 } = openTransaction(state) ?? {}
  const isProvable = state.overtaken[index]?.hasHistory
  return t(isProvable ? 'meaning_nonceTaken' : 'meaning_nonceUnproven', number(nonce))
}

const taken = (state: State): string[] =>
  Object.entries(state.replaced).map(([index, by]) => {
    const ours = state.transactions.find((transaction) => transaction.index === Number(index))
    return t('meaning_usedBy', number(ours?.nonce ?? 0), by)
  })

const isSilent = (state: State): boolean =>
  state.transactions.some(({ second }) => second === 'silent')

const inBlock = ({ calls }: Batch, state: State): string =>
  plural('meaning_inBlock', calls.length, number(included(state)))

/** Says how many of a batch's transactions are in blocks, if any is: nobody may think that nothing has happened. */
const inBlocks = (batch: Batch, state: State): string[] =>
  included(state) > 0 ? [inBlock(batch, state)] : []

const included = (state: State): number =>
  state.transactions.filter(({ kind, receipt }) => kind === 'call' && receipt).length

/** True if a call is out although one before it, which had run when it was signed, is in no block any more. */
const hasDropped = (state: State): boolean =>
  state.transactions.some(
    ({ kind, index }) =>
      kind === 'call' &&
      !isSettled(state, index) &&
      state.transactions.some((later) => later.kind === 'call' && later.index > index),
  )

const ran = (state: State): number =>
  state.transactions.filter(
    ({ kind, receipt, ran }) => kind === 'call' && receipt?.status === '0x1' && ran !== false,
  ).length

const revertedMeaning = (batch: Batch, state: State): string => {
  const hasSucceeded = winner(state, 0)?.receipt?.status === '0x1'
  const first = hasSucceeded ? t('meaning_noneRan') : t('meaning_failed')
  return batch.upgrade ? joinSentences(first, t('meaning_upgraded')) : first
}
