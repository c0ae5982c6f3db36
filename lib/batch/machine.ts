import type { State, Transaction } from './state'

/** What to do next; `watch` waits for the chain, `ask` for the user. */
export type Effect =
  | { do: 'sign'; index: number }
  | { do: 'send'; transaction: Transaction }
  | { do: 'watch' }
  | { do: 'ask' }

/** How many transactions a batch takes at most. */
export const transactionCount = (batch: { mode: string; calls: readonly unknown[] }): number =>
  batch.mode === 'sequence' ? batch.calls.length : 1

/** The transaction that took a call's place on chain, if one did: the call itself or its cancellation. */
export const winner = (state: State, index: number): Transaction | undefined =>
  state.transactions.find((transaction) => transaction.index === index && transaction.receipt)

/** The newest transaction signed for a call: its cancellation, once there is one. */
const latest = (state: State, index: number): Transaction | undefined =>
  state.transactions.findLast((transaction) => transaction.index === index)

/** How many of a batch's transactions were ever signed, cancellations not counted twice. */
export const signedCount = (state: State): number =>
  new Set(state.transactions.map(({ index }) => index)).size

/** Whether a call's nonce is used as far as is known: by one of ours in a block, or by another's in a final one. */
export const isSettled = (state: State, index: number): boolean =>
  winner(state, index) !== undefined || Object.hasOwn(state.replaced, index)

/** The newest transaction whose nonce may still be used by it: what can be sent again, replaced or cancelled. */
export const openTransaction = (state: State): Transaction | undefined =>
  state.transactions.findLast(({ index }) => !isSettled(state, index))

/** Whether the nonce of a call that is in no block has gone to another, as far as the newest block tells. */
export const isOvertaken = (state: State): boolean => {
  const open = openTransaction(state)
  return open !== undefined && Object.hasOwn(state.overtaken, open.index)
}

/** Whether nothing more will be signed, going by what is on chain now: one failure stops the rest. */
export const isEnded = (
  batch: { mode: string; calls: readonly unknown[] },
  state: State,
): boolean => {
  if (state.stopped === 'reset') return true
  if (openTransaction(state)) return false
  const isFailure = ({ kind, receipt }: Transaction) =>
    kind === 'cancel' || receipt?.status === '0x0'
  return (
    state.stopped !== undefined ||
    Object.keys(state.replaced).length > 0 ||
    signedCount(state) === transactionCount(batch) ||
    state.transactions.some((transaction) => transaction.receipt && isFailure(transaction))
  )
}

/** What a batch needs next; undefined when it is over. */
export const next = (
  batch: { mode: string; calls: readonly unknown[] },
  state: State,
): Effect | undefined => {
  if (state.final || state.stopped === 'reset') return undefined
  const unsent = state.transactions.find(
    (transaction) =>
      !transaction.sent &&
      !isSettled(state, transaction.index) &&
      latest(state, transaction.index) === transaction,
  )
  if (unsent) return { do: 'send', transaction: unsent }
  if (isEnded(batch, state)) return state.transactions.length > 0 ? { do: 'watch' } : undefined
  if (openTransaction(state)) return { do: 'watch' }
  return state.asked ? { do: 'ask' } : { do: 'sign', index: signedCount(state) }
}
