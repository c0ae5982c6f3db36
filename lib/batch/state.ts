import type { Address, Hash, Hex } from 'viem'
import type { ReapprovalReason, Event, Receipt } from '../db/batchEvent'

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
  /** What it paid in all, in wei; not every node says it. */
  fee?: Hex
  delegate?: Address | null
  sealed: boolean
  ran: boolean | null
  /** What the network's second node says to the block it is in. */
  second?: 'agrees' | 'silent' | 'differs'
}

/** A batch so far: the fold of its events. */
export type State = {
  transactions: Transaction[]
  /** Calls whose nonce the account has passed without them, and whether that can be proven in time. */
  overtaken: Record<number, { hasHistory: boolean }>
  /** Calls whose nonce is proven to have gone to another transaction, and to which. */
  replaced: Record<number, Hash>
  /** What the user is being asked again for. */
  asked?: ReapprovalReason
  stopped?: Extract<Event, { type: 'stopped' }>['reason']
  final: boolean
}

/** The state that the events add up to. */
export const fold = (events: readonly Event[]): State =>
  events.reduce(apply, { transactions: [], overtaken: {}, replaced: {}, final: false })

const apply = (state: State, event: Event): State => {
  switch (event.type) {
    case 'approved':
      return state
    case 'signed': {
      const { type: _, ...transaction } = event
      const added = { ...transaction, sent: false, sealed: false, ran: null }
      return { ...state, transactions: [...state.transactions, added] }
    }
    case 'sent':
      return change(state, event.hash, { sent: true })
    case 'refused':
      return change(state, event.hash, { refused: event.reason })
    case 'included': {
      const { hash, receipt, delegate, fee } = event
      return change(state, hash, { sent: true, receipt, delegate, fee })
    }
    case 'sealed': {
      const { hash, receipt, ran, second, fee } = event
      return change(state, hash, { sent: true, sealed: true, receipt, ran, second, fee })
    }
    case 'disputed':
      return change(state, event.hash, { second: 'differs' })
    case 'moved':
      return change(state, event.hash, {
        sent: false,
        sealed: false,
        ran: null,
        receipt: undefined,
        delegate: undefined,
        second: undefined,
        fee: undefined,
      })
    case 'overtaken': {
      const { index, hasHistory } = event
      return { ...state, overtaken: { ...state.overtaken, [index]: { hasHistory } } }
    }
    case 'freed': {
      const { [event.index]: _, ...overtaken } = state.overtaken
      return { ...state, overtaken }
    }
    case 'replaced':
      return { ...state, replaced: { ...state.replaced, [event.index]: event.by } }
    case 'final':
      return { ...state, final: true }
    case 'asked':
      return { ...state, asked: event.why }
    case 'confirmed':
      return answered(state)
    case 'stopped':
      return { ...answered(state), stopped: event.reason }
  }
}

const answered = ({ asked: _, ...state }: State): State => state

type Change = { [Key in keyof Transaction]?: Transaction[Key] | undefined }

/** The state with one transaction changed; what is undefined in `to` is taken from it. */
const change = (state: State, hash: Hash, to: Change): State => ({
  ...state,
  transactions: state.transactions.map((transaction) =>
    transaction.hash === hash ? changed(transaction, to) : transaction,
  ),
})

const changed = (transaction: Transaction, to: Change): Transaction => {
  const entries = Object.entries({ ...transaction, ...to })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Transaction
}
