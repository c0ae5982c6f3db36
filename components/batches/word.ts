import { hasFailed, isBurnt, isEnded, isOvertaken, next, winner } from '@/lib/batch/machine'
import { statusCode } from '@/lib/batch/status'
import type { BatchView } from './batchViews'

/** The status of a batch in one word or a few. */
export type BatchWord =
  | 'Waiting for its turn'
  | 'Waiting for unlock'
  | 'Waiting for you'
  | 'Waiting for your Ledger'
  | 'Waiting for your QR device'
  | 'Sending'
  | 'Sent'
  | 'Cancelling'
  | 'Overtaken'
  | 'Pre-confirmed'
  | 'Disputed'
  | 'Confirmed'
  | 'Reverted'
  | 'Partly done'
  | 'Unclear'
  | 'Not sent'
  | 'Replaced'
  | 'Stopped'

/** The word for a batch's state now. */
export const wordOf = (view: BatchView, isUnlocked: boolean): BatchWord => {
  const { batch, state } = view
  switch (statusCode(batch, state)) {
    case 100:
      return wordWhileOpen(view, isUnlocked)
    case 200:
      return 'Confirmed'
    case 400:
      if (Object.keys(state.replaced).length > 0) return 'Replaced'
      return state.stopped === 'user' || state.transactions.length > 0 ? 'Stopped' : 'Not sent'
    case 500:
      return 'Reverted'
    case 600:
      return batch.mode === 'sequence' ? 'Partly done' : 'Unclear'
  }
}

const wordWhileOpen = (
  { batch, state, isQueued, device }: BatchView,
  isUnlocked: boolean,
): BatchWord => {
  if (state.transactions.some(({ second }) => second === 'differs')) return 'Disputed'
  if (isEnded(batch, state)) return 'Pre-confirmed'
  // Its nonce is used by what cancels it, which counts once that is final.
  if (isBurnt(state)) return 'Cancelling'
  if (isOvertaken(state)) return 'Overtaken'
  const last = state.transactions.findLast((one) => !hasFailed(state, one))
  const effect = next(batch, state)?.do
  if (effect === 'ask') return 'Waiting for you'
  if (effect === 'sign') {
    if (!isUnlocked) return 'Waiting for unlock'
    if (device && !isQueued)
      return device === 'qr' ? 'Waiting for your QR device' : 'Waiting for your Ledger'
    return last && !isQueued ? 'Sent' : 'Waiting for its turn'
  }
  if (last && !winner(state, last.index)) {
    if (last.kind === 'cancel') return 'Cancelling'
    return last.sent ? 'Sent' : 'Sending'
  }
  return 'Sent'
}
