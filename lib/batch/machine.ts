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

/**
 * The newest transaction of each call whose nonce may still be used by it, in the order of their nonces.
 * There are two where a pre-confirmed receipt moved after the next call was sent.
 */
export const openTransactions = (state: State): Transaction[] =>
  state.transactions
    .filter((one) => !isSettled(state, one.index) && latest(state, one.index) === one)
    .sort((a, b) => a.index - b.index)

/** The first of them: what the others wait for. */
export const openTransaction = (state: State): Transaction | undefined => openTransactions(state)[0]

/**
 * What goes out again for each call that is in no block: the newest that a node took, where there is one,
 * and never what a cancellation was signed for.
 */
export const lostTransactions = (state: State): Transaction[] =>
  openTransactions(state).map(
    (newest) =>
      state.transactions.findLast(
        (one) =>
          one.index === newest.index && one.kind === newest.kind && (one.sent || one !== newest),
      ) ?? newest,
  )

/** Whether every nonce of a call that is in no block has gone to another, as far as the newest block tells. */
export const isOvertaken = (state: State): boolean => {
  const open = openTransactions(state)
  return open.length > 0 && open.every(({ index }) => Object.hasOwn(state.overtaken, index))
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
  const unsent = openTransactions(state).find(({ sent }) => !sent)
  if (unsent) return { do: 'send', transaction: unsent }
  if (isEnded(batch, state)) return state.transactions.length > 0 ? { do: 'watch' } : undefined
  if (openTransaction(state)) return { do: 'watch' }
  return state.asked ? { do: 'ask' } : { do: 'sign', index: signedCount(state) }
}
