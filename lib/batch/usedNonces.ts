import { journal, type Batch, type Signature } from '../db'
import type { Event } from '../db/batchEvent'
import { rpcError } from '../rpc/errors'
import { firstFree, floorKey } from '../db/floors'
import type { State } from './state'

/** Returns the tables that `recordUse` writes to. */
export const useTables = () => [journal.floors, journal.signatures]

/** Tells if an event proves a nonce or a hash used, or gives a hash back. */
export const provesUse = ({ type }: Event): boolean =>
  type === 'signed' || type === 'sealed' || type === 'stopped'

/**
 * True if a batch may sign what another one signed: on a chain that was started anew, or to fill a gap again where a
 * chain was taken back twice. Empty transactions do the same, whoever signed them, and the other batch is over.
 */
const mayRepeat = async (batch: Batch, { key, floor }: Signature): Promise<boolean> =>
  floor !== floorKey(batch) ||
  (batch.nonce !== undefined && (await journal.batches.get(key))?.live !== 1)

/**
 * Keeps what a batch's events prove used beyond the batch: the nonces of sealed transactions, and the hashes
 * of signed ones until the batch is given up. Runs in the transaction that appends the events. Throws if another
 * batch signed the very transaction and it may not be signed again.
 */
export const recordUse = async (
  batch: Batch,
  events: readonly Event[],
  after: State,
): Promise<void> => {
  for (const event of events) {
    if (event.type === 'signed') {
      const known = await journal.signatures.get(event.hash)
      if (known && known.key !== batch.key && !(await mayRepeat(batch, known)))
        throw rpcError('notSigned', 'another batch signed this very transaction')
      await journal.signatures.put({ hash: event.hash, key: batch.key, floor: floorKey(batch) })
    }
    if (event.type === 'stopped' && event.reason === 'givenUp')
      await journal.signatures.where({ key: batch.key }).delete()
    if (event.type === 'sealed') {
      const one = after.transactions.find(({ hash }) => hash === event.hash)
      const free = one ? firstFree({ ...one, ran: event.ran }) : 0
      if (free > (await floorOf(batch)))
        await journal.floors.put({ key: floorKey(batch), nonce: free })
    }
  }
}

/** Lowers an account's floor, because the nodes no longer have what was sealed; at the user's click alone. */
export const lowerFloor = async (batch: Batch, nonce: number): Promise<void> => {
  if (nonce < (await floorOf(batch))) await journal.floors.put({ key: floorKey(batch), nonce })
}

/** Returns the nonce below which an account's nonces were used on a chain, as sealed blocks have shown. */
export const floorOf = async (lane: Pick<Batch, 'chainId' | 'from' | 'genesis'>): Promise<number> =>
  (await journal.floors.get(floorKey(lane)))?.nonce ?? 0
