import type { Address, Hash, Hex } from 'viem'
import type { Failed, ReapprovalReason, Event, Receipt } from '../db/batchEvent'
import type { Difference } from '../db/outcome'
import type { SignedOperation } from '../db/userOperation'

/** A signed transaction and how far it got. */
export type Transaction = {
  index: number
  kind: 'call' | 'cancel'
  nonce: number
  hash: Hash
  raw: Hex
  upgrade: boolean
  /** Set if it is a user operation, which somebody else sends: it has no bytes of its own (`raw` is `0x`). */
  operation?: { signed: SignedOperation; since: number }
  /** Set if a final block's time is past the deadline of a user operation that no block before it has. */
  isLapsed?: true
  /** True if it cancels a user operation whose authorization alone used the account's nonce. */
  isSpent?: boolean
  /** Set if it was to cancel a user operation that is final, and no node has it any more. */
  isDropped?: true
  /** Deadline of its locks, in seconds since 1970. */
  deadline?: number
  sent: boolean
  /** Why a node refused it last, also after one had it; undefined once a node or a block has taken it. */
  refused?: string
  /** The sentence with which it did, without URLs and keys. */
  refusedWith?: string
  receipt?: Receipt
  /** Total fee paid, in hex wei; not every node reports it. */
  fee?: Hex
  delegate?: Address | null
  sealed: boolean
  ran: boolean | null
  /** The second node's answer on the transaction's sealed block; `awaited` also while the first cannot tell if it ran. */
  second?: 'agrees' | 'silent' | 'differs' | 'awaited'
  /** How it was found out why it reverted, and which call failed; absent until somebody could tell. */
  explained?: { by: 'trace' | 'run'; failing?: Failed }
}

/** A batch's state: the fold of its events. */
export type State = {
  transactions: Transaction[]
  /**
   * Calls whose nonce the account's count has passed without a receipt; `hasHistory`: the node may yet
   * prove by which transaction.
   */
  overtaken: Record<number, { hasHistory: boolean }>
  /** Calls whose operation was cancelled in a sealed block, which proves it once it is final. */
  burnt?: Record<number, { by: Hash; block: Hex; blockHash: Hash }>
  /** Calls whose nonce another transaction provably used, with that transaction's hash. */
  replaced: Record<number, Hash>
  /** Nonces that have to be used first, though nothing of the wallet has them. */
  behind?: Omit<Extract<Event, { type: 'behind' }>, 'type'>
  /** Why the user is being asked again. */
  asked?: ReapprovalReason
  /** Differences at the time when the question was asked. */
  changed?: Difference[]
  stopped?: Extract<Event, { type: 'stopped' }>['reason']
  final: boolean
}

/** Returns the state after `events`. */
export const fold = (events: readonly Event[]): State =>
  foldOn({ transactions: [], overtaken: {}, replaced: {}, final: false }, events)

/** Returns the state after `events` that follow those of `state`. */
export const foldOn = (state: State, events: readonly Event[]): State => events.reduce(apply, state)

const apply = (state: State, event: Event): State => {
  switch (event.type) {
    case 'approved':
      return state
    case 'signed': {
      const { type: _, ...transaction } = event
      const added = { ...transaction, sent: false, sealed: false, ran: null }
      return { ...state, transactions: [...state.transactions, added] }
    }
    case 'operation': {
      const { type: _, signed, since, ...about } = event
      const added = {
        ...about,
        kind: 'call' as const,
        raw: '0x' as const,
        operation: { signed, since },
        sent: false,
        sealed: false,
        ran: null,
      }
      return { ...reached(state), transactions: [...state.transactions, added] }
    }
    case 'sent':
      return change(state, event.hash, taken)
    case 'refused':
      return change(state, event.hash, { refused: event.reason, refusedWith: event.text })
    case 'included': {
      const { hash, receipt, delegate, fee } = event
      // A pre-confirmed receipt is older than a sealed one; where that block is gone, `moved` comes first.
      if (newestOf(state, hash)?.sealed) return state
      return change(reached(state), hash, { ...taken, receipt, delegate, fee })
    }
    case 'sealed': {
      const { hash, receipt, ran, second, fee } = event
      return change(reached(state), hash, {
        ...taken,
        sealed: true,
        receipt,
        ran,
        second,
        fee,
      })
    }
    case 'awaited':
      return change(state, event.hash, { second: 'awaited' })
    case 'disputed':
      return change(state, event.hash, { second: 'differs' })
    case 'moved':
      return change(afresh(state, event.hash), event.hash, {
        sent: false,
        sealed: false,
        ran: null,
        receipt: undefined,
        delegate: undefined,
        second: undefined,
        fee: undefined,
        explained: undefined,
      })
    case 'explained': {
      const { hash, by, failing } = event
      return change(state, hash, { explained: { by, ...(failing ? { failing } : {}) } })
    }
    case 'overtaken': {
      const { index, hasHistory } = event
      return { ...state, overtaken: { ...state.overtaken, [index]: { hasHistory } } }
    }
    case 'freed':
      return freed(state, event.index)
    case 'lapsed': {
      const one = state.transactions.find(({ hash }) => hash === event.hash)
      if (!one?.operation) return state
      const { signed } = one.operation
      return change(state, event.hash, {
        isLapsed: true,
        operation: { signed, since: event.block },
      })
    }
    case 'spent':
      return change(state, event.hash, { isSpent: event.isSpent })
    case 'dropped':
      return change(state, event.hash, { isDropped: true })
    case 'burnt': {
      const { index, by, block, blockHash } = event
      return { ...state, burnt: { ...state.burnt, [index]: { by, block, blockHash } } }
    }
    case 'replaced':
      return { ...state, replaced: { ...state.replaced, [event.index]: event.by } }
    case 'behind': {
      const { type: _, ...behind } = event
      return behind.missing.length > 0 ? { ...state, behind } : reached(state)
    }
    case 'final':
      return { ...state, final: true }
    case 'asked':
      return { ...answered(reached(state)), asked: event.why, ...changedIn(event) }
    case 'confirmed':
      return answered(state)
    case 'stopped': {
      // A batch of which nothing was signed waits for nothing.
      const left = state.transactions.length > 0 ? state : reached(state)
      return { ...answered(left), stopped: event.reason }
    }
  }
}

const freed = (state: State, index: number): State => {
  const { [index]: _, ...overtaken } = state.overtaken
  return { ...state, overtaken }
}

/** Forgets what used the nonce of a transaction before a block had it: a reorg may have given it back. */
const afresh = (state: State, hash: Hash): State => {
  const one = state.transactions.find((known) => known.hash === hash)
  return one ? freed(state, one.index) : state
}

const reached = ({ behind: _, ...state }: State): State => state

const answered = ({ asked: _, changed: __, ...state }: State): State => state

const changedIn = ({ changed }: Extract<Event, { type: 'asked' }>): Pick<State, 'changed'> =>
  changed ? { changed } : {}

/** Returns the transaction with this hash; where it was signed twice, the last one. */
const newestOf = ({ transactions }: State, hash: Hash): Transaction | undefined =>
  transactions.findLast((one) => one.hash === hash)

/** The change once a node or a block has taken a transaction. */
const taken = { sent: true, refused: undefined, refusedWith: undefined }

type Change = { [Key in keyof Transaction]?: Transaction[Key] | undefined }

/** Returns the state with one transaction changed; a field that is undefined in `to` is removed. */
const change = (state: State, hash: Hash, to: Change): State => {
  const at = state.transactions.findLastIndex((transaction) => transaction.hash === hash)
  const transaction = state.transactions[at]
  return transaction
    ? { ...state, transactions: state.transactions.with(at, changed(transaction, to)) }
    : state
}

const changed = (transaction: Transaction, to: Change): Transaction => {
  const entries = Object.entries({ ...transaction, ...to })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Transaction
}
