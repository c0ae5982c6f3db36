import type { Transaction } from 'dexie'
import type { Hash } from 'viem'
import type { Event, Receipt } from './batchEvent'
import type { Batch, EventRow, Floor, SignatureRow } from './rows'

type SealedEvent = Extract<Event, { type: 'sealed' }>

/**
 * Returns the key of an account's floor on a chain: another genesis is another chain. Where the genesis is not known, it
 * is the start of the keys of all floors that the account has under that chain ID.
 */
export const floorKey = ({
  chainId,
  from,
  genesis,
}: Pick<Batch, 'chainId' | 'from' | 'genesis'>): string => `${chainId} ${from} ${genesis ?? ''}`

/** True if two floors may be of one account on one chain: a genesis that is not known may be any. */
export const mayBeOneFloor = (a: string, b: string): boolean =>
  a === b || isAnyOf(a, b) || isAnyOf(b, a)

const isAnyOf = (unknown: string, key: string): boolean =>
  unknown.endsWith(' ') && key.startsWith(unknown)

/**
 * Returns the first nonce that a transaction in a block leaves free. An authorization uses one too, also where the
 * transaction reverts (EIP-7702, "Behavior"); it was skipped if the transaction succeeded and ran nothing.
 */
export const firstFree = ({
  nonce,
  upgrade,
  ran,
  operation,
  receipt,
}: {
  nonce: number
  upgrade: boolean
  ran: boolean | null
  operation?: object
  receipt?: Pick<Receipt, 'status'>
}): number => {
  // Somebody else sent an operation; it runs under no delegate but the one that its authorization set.
  if (operation) return nonce + (upgrade ? 1 : 0)
  // A gap is named and can be filled; a nonce that was used ends the next batch.
  const isSkipped = ran === false && receipt?.status === '0x1'
  return nonce + (upgrade && !isSkipped ? 2 : 1)
}

/** Derives floors and signatures from the events that an older version has written. */
export const seedFloors = async (transaction: Transaction): Promise<void> => {
  const batches = new Map(
    (await transaction.table<Batch>('batches').toArray()).map((batch) => [batch.key, batch]),
  )
  const signatures = new Map<
    string,
    Omit<SignatureRow, 'floor'> & { nonce: number; upgrade: boolean }
  >()
  const sealed = new Map<string, Pick<SealedEvent, 'ran' | 'receipt'>>()
  await transaction.table<EventRow>('events').each(({ key, event }) => {
    if (event.type === 'signed') signatures.set(event.hash, { key, ...event })
    if (event.type === 'sealed') sealed.set(event.hash, event)
    if (event.type === 'moved') sealed.delete(event.hash)
  })
  const floors = new Map<string, number>()
  for (const [hash, { ran, receipt }] of sealed) {
    const signed = signatures.get(hash)
    const batch = signed && batches.get(signed.key)
    if (!batch) continue
    const key = floorKey(batch)
    floors.set(key, Math.max(floors.get(key) ?? 0, firstFree({ ...signed, ran, receipt })))
  }
  const rows: Floor[] = [...floors].map(([key, nonce]) => ({ key, nonce }))
  await transaction.table<Floor>('floors').bulkPut(rows)
  const signed = [...signatures.values()].flatMap(({ hash, key }): SignatureRow[] => {
    const batch = batches.get(key)
    return batch ? [{ hash, key, floor: floorKey(batch) }] : []
  })
  await transaction.table<SignatureRow>('signatures').bulkPut(signed)
}

/** Derives from the events of an older version which transactions held user operations, and counts these. */
export const seedBundles = async (transaction: Transaction): Promise<void> => {
  const operations = new Set<Hash>()
  const bundles = new Map<Hash, Hash>()
  await transaction.table<EventRow>('events').each(({ event }) => {
    if (event.type === 'operation') operations.add(event.hash)
    if (event.type === 'sealed') bundles.set(event.hash, event.receipt.transactionHash)
    if (event.type === 'moved') bundles.delete(event.hash)
  })
  const signatures = transaction.table<SignatureRow>('signatures')
  const floors = transaction.table<Floor>('floors')
  for (const hash of operations) {
    const bundle = bundles.get(hash)
    const signature = await signatures.get(hash)
    if (!bundle || !signature) continue
    await signatures.put({ ...signature, bundle })
    const floor = (await floors.get(signature.floor)) ?? { key: signature.floor, nonce: 0 }
    await floors.put({ ...floor, operations: (floor.operations ?? 0) + 1 })
  }
}
