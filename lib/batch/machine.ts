import type { Address, Hash, Hex } from 'viem'

/** A receipt as EIP-5792 shows it: a strict part of `eth_getTransactionReceipt`. */
export type Receipt = {
  transactionHash: Hash
  blockHash: Hash
  blockNumber: Hex
  gasUsed: Hex
  status: '0x1' | '0x0'
  logs: { address: Address; data: Hex; topics: Hex[] }[]
}

/** What the wallet did or saw, in order; a batch is nothing but these. */
export type Event =
  | { type: 'approved' }
  /** Signed and on disk, not necessarily sent. `upgrade`: its authorization uses nonce + 1. */
  | {
      type: 'signed'
      index: number
      kind: 'call' | 'cancel'
      nonce: number
      hash: Hash
      raw: Hex
      upgrade: boolean
    }
  /** A node took it, or had it already. */
  | { type: 'sent'; hash: Hash }
  /** A node refused it. The bytes stay valid, so they are sent again. */
  | { type: 'refused'; hash: Hash; reason: string }
  /** In a block that may not be sealed yet; `delegate`: of the account, when this was first seen. */
  | { type: 'included'; hash: Hash; receipt: Receipt; delegate: Address | null }
  /** In a sealed block; `ran`: whether its calls were executed, null where that cannot be decided. */
  | { type: 'sealed'; hash: Hash; receipt: Receipt; ran: boolean | null }
  /** The block it was in is gone. */
  | { type: 'moved'; hash: Hash }
  | { type: 'final' }
  /** The user was asked again, because the approval had grown old, and said yes. */
  | { type: 'confirmed' }
  /** Nothing more is signed. */
  | { type: 'stopped'; reason: 'user' | 'expired' | 'delegate' | 'reset' | 'refused' }

/** One signed transaction and how far it got. */
export type Transaction = {
  index: number
  kind: 'call' | 'cancel'
  nonce: number
  hash: Hash
  raw: Hex
  upgrade: boolean
  sent: boolean
  refused?: string
  receipt?: Receipt
  delegate?: Address | null
  sealed: boolean
  ran: boolean | null
}

/** A batch so far: the fold of its events. */
export type State = {
  transactions: Transaction[]
  stopped?: Extract<Event, { type: 'stopped' }>['reason']
  final: boolean
}

/** What to do next; `watch` waits for the chain. */
export type Effect =
  { do: 'sign'; index: number } | { do: 'send'; transaction: Transaction } | { do: 'watch' }

/** How many transactions a batch takes at most. */
export const transactionCount = (batch: { mode: string; calls: readonly unknown[] }): number =>
  batch.mode === 'sequence' ? batch.calls.length : 1

/** The state that the events add up to. */
export const fold = (events: readonly Event[]): State =>
  events.reduce(apply, { transactions: [], final: false })

const apply = (state: State, event: Event): State => {
  switch (event.type) {
    case 'approved':
    case 'confirmed':
      return state
    case 'signed': {
      const { type: _, ...transaction } = event
      return {
        ...state,
        transactions: [
          ...state.transactions,
          { ...transaction, sent: false, sealed: false, ran: null },
        ],
      }
    }
    case 'sent':
      return change(state, event.hash, (transaction) => ({ ...transaction, sent: true }))
    case 'refused':
      return change(state, event.hash, (transaction) => ({ ...transaction, refused: event.reason }))
    case 'included':
      return change(state, event.hash, (transaction) => ({
        ...transaction,
        sent: true,
        receipt: event.receipt,
        delegate: event.delegate,
      }))
    case 'sealed':
      return change(state, event.hash, (transaction) => ({
        ...transaction,
        sent: true,
        receipt: event.receipt,
        sealed: true,
        ran: event.ran,
      }))
    case 'moved':
      return change(state, event.hash, ({ receipt: _, delegate: __, ...transaction }) => ({
        ...transaction,
        sent: false,
        sealed: false,
        ran: null,
      }))
    case 'final':
      return { ...state, final: true }
    case 'stopped':
      return { ...state, stopped: event.reason }
  }
}

const change = (
  state: State,
  hash: Hash,
  to: (transaction: Transaction) => Transaction,
): State => ({
  ...state,
  transactions: state.transactions.map((transaction) =>
    transaction.hash === hash ? to(transaction) : transaction,
  ),
})

/** The transaction that took a call's place on chain, if one did: the call itself or its cancellation. */
export const winner = (state: State, index: number): Transaction | undefined =>
  state.transactions.find((transaction) => transaction.index === index && transaction.receipt)

/** The newest transaction signed for a call: its cancellation, once there is one. */
const latest = (state: State, index: number): Transaction | undefined =>
  state.transactions.findLast((transaction) => transaction.index === index)

/** How many of a batch's transactions were ever signed, cancellations not counted twice. */
export const signedCount = (state: State): number =>
  new Set(state.transactions.map(({ index }) => index)).size

/** Whether every signed transaction stands in a block, sealed or not. */
export const isIncluded = (state: State): boolean =>
  state.transactions.every(({ index }) => winner(state, index))

/** Whether nothing more will be signed, going by what is on chain now: one failure stops the rest. */
export const isEnded = (
  batch: { mode: string; calls: readonly unknown[] },
  state: State,
): boolean => {
  if (state.stopped === 'reset') return true
  if (!isIncluded(state)) return false
  const isFailure = ({ kind, receipt }: Transaction) =>
    kind === 'cancel' || receipt?.status === '0x0'
  return (
    state.stopped !== undefined ||
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
      !winner(state, transaction.index) &&
      latest(state, transaction.index) === transaction,
  )
  if (unsent) return { do: 'send', transaction: unsent }
  if (isEnded(batch, state)) return state.transactions.length > 0 ? { do: 'watch' } : undefined
  return isIncluded(state) ? { do: 'sign', index: signedCount(state) } : { do: 'watch' }
}
