import { batchOf, eventsOf } from '@/lib/batch/journal'
import type { Event, Receipt } from '@/lib/db/batchEvent'
import { fold, type State } from '@/lib/batch/state'
import { callsStatus, type CallsStatus } from '@/lib/batch/status'
import type { Batch } from '@/lib/db'
import type { PreconfirmingChain } from '../chain/preconfirm.ts'
import { accountAt, type Account } from './account.ts'
import type { Activity } from './activity.ts'
import type { Change } from './clockedWallet.ts'

const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0)

/** Number of logs that the calls of a batch write, with a lock or without. */
const ownLogs = 3

const logsIn = (receipts: readonly Receipt[]) => sum(receipts.map(({ logs }) => logs.length))

/** Lists claims of a status that the sealed chain, read past all faults, does not bear out. */
const lies = async (
  { status, atomic, receipts = [], capabilities }: CallsStatus,
  state: State,
  chain: PreconfirmingChain,
  account: Account,
): Promise<string[]> => {
  const paid = await account.paid(chain)
  const isReset = state.stopped === 'reset'
  const isSigned = !isReset && state.transactions.length > 0
  // Another's transaction has to be final; that of the wallet's own cancellation is in a block.
  const isCancelled = state.transactions.some(({ kind, receipt }) => kind === 'cancel' && receipt)
  const tag = status === 400 && !isCancelled ? 'finalized' : 'latest'
  const used = isSigned ? await account.nonce(chain, tag) : 0
  const isOpen = isSigned && state.transactions.some(({ nonce }) => nonce >= used)
  const says: [boolean, string][] = [
    [status === 200 && paid.join('') !== '111', '200 before every call took effect'],
    [(status === 400 || status === 500) && sum(paid) > 0, `${status} though a call took effect`],
    // An atomic batch is 600 where nobody can decide if its calls ran.
    [status === 600 && !atomic && sum(paid) === 0, '600 though no call took effect'],
    [status !== 100 && isOpen, `${status} while a signature can still be used`],
    [status === 200 && receipts.length === 0, '200 without receipts'],
    [status === 200 && logsIn(receipts) !== ownLogs, `200 with ${logsIn(receipts)} logs`],
    [status !== 100 && capabilities !== undefined, `${status} said to be pre-confirmed`],
    [paid.some((count) => count > 1), 'a call took effect twice'],
  ]
  return says.flatMap(([isSo, what]) => (isSo ? what : []))
}

/** True if a call was signed twice. */
const isSignedTwice = (events: readonly Event[]): boolean => {
  const calls = events.flatMap((event) =>
    event.type === 'signed' && event.kind === 'call' ? event.index : [],
  )
  return new Set(calls).size < calls.length
}

/**
 * Listens to events as they are stored, and compares each resulting status with the chain. `path` has the
 * statuses in order; a star marks a 100 with receipts.
 */
export const createJudge = (activity: Activity, chainOf: () => PreconfirmingChain) => {
  const wrong: string[] = []
  const path: string[] = []

  const look = async (batch: Batch, state: State) => {
    const { chainId, key } = batch
    // A transaction that fills a gap pays nobody.
    if (batch.nonce !== undefined) return
    const status = callsStatus(batch, state)
    const said = `${status.status}${status.status === 100 && status.receipts ? '*' : ''}`
    if (key === '0' && path.at(-1) !== said) path.push(said)
    wrong.push(...(await lies(status, state, chainOf(), accountAt(Number(key), chainId))))
  }

  const listen: Change = (world) => ({
    ...world,
    append: (key, events, at) =>
      activity.during(async () => {
        const state = await world.append(key, events, at)
        const all = await eventsOf(key)
        if (isSignedTwice(all)) wrong.push('a call was signed twice')
        await look(await batchOf(key), fold(all))
        return state
      }),
  })
  return { wrong, path, listen }
}
