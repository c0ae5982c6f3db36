import { journal, type Batch, type Floor, type SignatureRow } from '../db'
import type { Event } from '../db/batchEvent'
import { rpcError } from '../rpc/errors'
import { firstFree, floorKey, mayBeOneFloor } from '../db/floors'
import type { State } from './state'

/** Returns the tables that `recordUse` writes to. */
export const useTables = () => [journal.floors, journal.signatures]

/** Tells if an event proves a nonce or a hash used, or gives a hash back. */
export const provesUse = ({ type }: Event): boolean =>
  type === 'signed' || type === 'operation' || type === 'sealed' || type === 'stopped'

/**
 * True if a batch may sign what another one signed: on a chain that was started anew, or to fill a gap again where a
 * chain was taken back twice. Empty transactions do the same, whoever signed them, and the other batch is over.
 */
const mayRepeat = async (batch: Batch, { key, floor }: SignatureRow): Promise<boolean> =>
  !mayBeOneFloor(floor, floorKey(batch)) ||
  (batch.nonce !== undefined && (await journal.batches.get(key))?.live !== 1)

/**
 * Keeps what a batch's events prove used beyond the batch: the nonces of sealed transactions, the hashes of signed ones
 * until the batch is given up, and which transactions of somebody else's held its operations. Runs in the transaction
 * that appends the events. Throws if another batch signed the very transaction and it may not be signed again.
 */
export const recordUse = async (
  batch: Batch,
  events: readonly Event[],
  after: State,
): Promise<void> => {
  for (const event of events) {
    if (event.type === 'signed' || event.type === 'operation') {
      const known = await journal.signatures.get(event.hash)
      if (known && known.key !== batch.key && !(await mayRepeat(batch, known)))
        throw rpcError('notSigned', 'another batch signed this very transaction')
      await journal.signatures.put({ hash: event.hash, key: batch.key, floor: floorKey(batch) })
    }
    if (event.type === 'stopped' && event.reason === 'givenUp')
      await journal.signatures.where({ key: batch.key }).delete()
    if (event.type === 'sealed') {
      const one = after.transactions.find(({ hash }) => hash === event.hash)
      if (one?.operation) await recordBundle(batch, event)
      const free = one ? firstFree({ ...one, ran: event.ran, receipt: event.receipt }) : 0
      if (free > (await nonceFloor(batch)))
        await journal.floors.put({ ...(await rowOf(batch)), nonce: free })
    }
  }
}

/** Keeps which transaction held a batch's user operation, and counts the operation once for each that did. */
const recordBundle = async (
  batch: Batch,
  { hash, receipt: { transactionHash: bundle } }: Extract<Event, { type: 'sealed' }>,
): Promise<void> => {
  if ((await journal.signatures.get(hash))?.bundle === bundle) return
  await journal.signatures.put({ hash, key: batch.key, floor: floorKey(batch), bundle })
  const row = await rowOf(batch)
  await journal.floors.put({ ...row, operations: (row.operations ?? 0) + 1 })
}

type Lane = Pick<Batch, 'chainId' | 'from' | 'genesis'>

const rowOf = async (lane: Lane): Promise<Floor> => {
  const key = floorKey(lane)
  return (await journal.floors.get(key)) ?? { key, nonce: 0 }
}

/** Returns the floors that bind an account on a chain, whether or not its genesis was known when they were raised. */
const binding = (lane: Lane): Promise<Floor[]> =>
  journal.floors
    .where('key')
    .startsWith(floorKey({ ...lane, genesis: null }))
    .filter(({ key }) => mayBeOneFloor(key, floorKey(lane)))
    .toArray()

/** Lowers an account's floor, because the nodes no longer have what was sealed; at the user's click alone. */
export const lowerFloor = async (batch: Batch, nonce: number): Promise<void> => {
  const rows = await binding(batch)
  await journal.floors.bulkPut(
    rows.filter((row) => nonce < row.nonce).map((row) => ({ ...row, nonce })),
  )
}

/** Returns the nonce below which an account's nonces were used on a chain, as sealed blocks have shown. */
export const nonceFloor = async (lane: Lane): Promise<number> =>
  Math.max(0, ...(await binding(lane)).map(({ nonce }) => nonce))
