import type { State, Transaction } from './state'

/** The next step of a batch; `watch` waits for the chain, `ask` for the user. */
export type Effect =
  | { do: 'sign'; index: number }
  | { do: 'send'; transaction: Transaction }
  | { do: 'watch' }
  | { do: 'ask' }

/** Returns how many transactions a batch takes at most: one per call in mode `sequence`, else one. */
export const transactionCount = (batch: { mode: string; calls: readonly unknown[] }): number =>
  batch.mode === 'sequence' ? batch.calls.length : 1

/**
 * True if a transaction in a block settles its call. What cancels a user operation does not: the operation may have run
 * just before, which only its own event or a final block can tell.
 */
const settles = ({ transactions }: State, { index, kind, receipt }: Transaction): boolean =>
  receipt !== undefined &&
  (kind === 'call' || !transactions.some((one) => one.operation && one.index === index))

/** True for what was to cancel a user operation and reverted in its block, so that it used up nothing. */
export const hasFailed = (
  { transactions }: State,
  { index, kind, receipt }: Transaction,
): boolean =>
  kind === 'cancel' &&
  receipt?.status === '0x0' &&
  transactions.some((one) => one.operation && one.index === index)

/** Returns the transaction in a block that settles call `index`, if any: the call or its cancellation. */
export const winner = (state: State, index: number): Transaction | undefined =>
  state.transactions.find((one) => one.index === index && settles(state, one))

/** Returns how the reverted transaction of a batch was explained, if it was; the first one stops the rest. */
export const explainedIn = ({ transactions }: State): Transaction['explained'] =>
  transactions.find(({ explained }) => explained)?.explained

/** Returns how many calls were ever signed; replacement transactions count once. */
export const signedCount = (state: State): number =>
  new Set(state.transactions.map(({ index }) => index)).size

/** True if the nonce of call `index` is used: by a transaction with a receipt, or provably by another one. */
export const isSettled = (state: State, index: number): boolean =>
  winner(state, index) !== undefined || Object.hasOwn(state.replaced, index)

/** Returns the indices of all calls whose nonce is used, in one pass. */
export const settledCalls = (state: State): ReadonlySet<number> =>
  new Set([
    ...state.transactions.filter((one) => settles(state, one)).map(({ index }) => index),
    ...Object.keys(state.replaced).map(Number),
  ])

/**
 * Returns the newest transaction of each call whose nonce is not known to be used, in nonce order. More
 * than one is open if a pre-confirmed receipt is lost after the next call was sent.
 */
export const openTransactions = (state: State): Transaction[] => {
  // One pass over all transactions, as a batch in order may have a thousand.
  const newest = new Map<number, Transaction>()
  const settled = settledCalls(state)
  for (const one of state.transactions)
    if (!settled.has(one.index) && !hasFailed(state, one)) newest.set(one.index, one)
  return [...newest.values()].sort((a, b) => a.index - b.index)
}

/** Returns the open transaction with the lowest nonce, which the others wait for. */
export const openTransaction = (state: State): Transaction | undefined => openTransactions(state)[0]

/**
 * Returns the transaction to rebroadcast for each unmined call: the newest that a node had, else the one
 * before the newest. A call that was cancelled is never sent again.
 */
export const lostTransactions = (state: State): Transaction[] =>
  openTransactions(state)
    .map((newest) => {
      const all = state.transactions.filter(
        ({ index, kind }) => index === newest.index && kind === newest.kind,
      )
      return all.findLast(({ sent }) => sent) ?? all.at(-2) ?? newest
    })
    // A transaction that cancels an operation is in a block before it is proven that the operation cannot run.
    .filter(({ receipt }) => !receipt)

/** True if the deadline of a transaction's locks is past, `now` in ms since 1970. */
export const isPast = ({ deadline }: Pick<Transaction, 'deadline'>, now: number): boolean =>
  deadline !== undefined && now >= deadline * 1000

/** Returns the operations that no block shows and that nothing has provably replaced, cancelled ones too. */
export const openOperations = ({ transactions, replaced }: State): Transaction[] =>
  transactions.filter(
    ({ operation, receipt, index }) => operation && !receipt && !Object.hasOwn(replaced, index),
  )

/** Returns the transactions that were signed to cancel user operations. */
export const burnsOf = ({ transactions }: State): Transaction[] =>
  transactions.filter(
    ({ kind, index }) =>
      kind === 'cancel' && transactions.some((one) => one.operation && one.index === index),
  )

/**
 * Returns the transactions that may yet cancel an operation: taken by the last node that was asked to, or it was silent,
 * in no block, and their nonce unused. They use up whatever nonce the account then has in the EntryPoint, also the next one, where
 * the operation has run.
 */
export const comingBurns = (state: State): Transaction[] => {
  const burns = burnsOf(state)
  const mined = new Set(burns.flatMap(({ nonce, receipt }) => (receipt ? [nonce] : [])))
  return burns.filter(
    ({ nonce, receipt, refused, isSpent, isDropped }) =>
      !receipt && !isSpent && !isDropped && !mined.has(nonce) && !refused,
  )
}

/**
 * True if all that is open of a batch are user operations that can run no more, as a final block tells, though they may
 * still use their nonce; nothing that is to cancel them may yet be in a block.
 */
export const isLapsed = (state: State): boolean => {
  const open = openTransactions(state)
  const lapsed = new Set(
    openOperations(state).flatMap(({ index, isLapsed }) => (isLapsed ? [index] : [])),
  )
  return (
    open.length > 0 &&
    open.every(({ index }) => lapsed.has(index)) &&
    comingBurns(state).length === 0
  )
}

/**
 * True for what was to cancel a user operation that can run no more, and what no node took: other batches go on without
 * it, and it would cancel theirs. The user may sign it again.
 */
export const isWithdrawn = (state: State, { kind }: Transaction): boolean =>
  kind === 'cancel' && isLapsed(state)

/** True if a block has what cancels a user operation, of which nothing is known. */
export const isBurnt = (state: State): boolean =>
  openTransactions(state).some(({ kind, receipt }) => kind === 'cancel' && receipt)

/**
 * Returns the transaction that the user may speed up: the open one that others wait for, or the cancellation that came
 * too late, if any.
 */
export const speedable = (state: State): Transaction | undefined => {
  if (state.final || isAbandoned(state)) return undefined
  const open = openTransactions(state)
  const found = open.find(
    ({ index, operation, receipt }) =>
      // Nobody but its sponsor could pay more for an operation.
      !operation && !receipt && !Object.hasOwn(state.overtaken, index),
  )
  return found ?? (open.length === 0 ? comingBurns(state).at(-1) : undefined)
}

/**
 * True if other transactions used the nonces of all open calls in the newest block, which a reorg may undo.
 */
export const isOvertaken = (state: State): boolean => {
  const open = openTransactions(state)
  return open.length > 0 && open.every(({ index }) => Object.hasOwn(state.overtaken, index))
}

/** True if nobody looks at the batch any more: its chain was started anew, or the user gave it up. */
export const isAbandoned = ({ stopped }: State): boolean =>
  stopped === 'reset' || stopped === 'givenUp'

/** True if nothing more will be signed on the present chain: one failure stops the remaining calls. */
export const isEnded = (
  batch: { mode: string; calls: readonly unknown[] },
  state: State,
): boolean => {
  if (isAbandoned(state)) return true
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

/** True if an approved batch still has a transaction to sign and does not wait for the user. */
export const isToSign = (
  batch: { mode: string; calls: readonly unknown[] },
  state: State,
): boolean => {
  const effect = next(batch, state)
  const isGoingOn = effect !== undefined && effect.do !== 'ask' && !state.stopped
  return isGoingOn && signedCount(state) < transactionCount(batch)
}

/** Returns the next step of a batch; undefined if it is over. */
export const next = (
  batch: { mode: string; calls: readonly unknown[] },
  state: State,
): Effect | undefined => {
  if (state.final || isAbandoned(state)) return undefined
  const unsent = openTransactions(state).find(({ sent }) => !sent)
  if (unsent) return { do: 'send', transaction: unsent }
  if (isEnded(batch, state)) return state.transactions.length > 0 ? { do: 'watch' } : undefined
  if (openTransaction(state)) return { do: 'watch' }
  return state.asked ? { do: 'ask' } : { do: 'sign', index: signedCount(state) }
}
