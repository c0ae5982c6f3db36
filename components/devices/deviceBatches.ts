import type { Placed } from '@/lib/batch/journal'
import { readLivePlaces } from '@/lib/batch/journal'
import { batchesAhead } from '@/lib/batch/lane'
import { isToSign } from '@/lib/batch/machine'
import { reapprovalId } from '@/lib/batch/reapproval'
import { journal, type Account } from '@/lib/db'
import { deviceIn } from '@/lib/devices/isOnDevice'
import { named } from '../text/accountName'

/** A batch that a device has to sign, or go on to sign, and its account. */
export type DeviceBatch = Placed & { account: Account }

/** Reads the batches that devices have to sign, oldest first. */
export const readDeviceBatches = async (): Promise<DeviceBatch[]> => {
  const accounts = await journal.accounts
    .filter((account) => deviceIn(account) !== undefined)
    .toArray()
  // Batches are read for those alone who have a device.
  const places = accounts.length > 0 ? await readLivePlaces({}) : []
  return places.flatMap((place) => {
    const account = accounts.find(({ address }) => address === place.batch.from)
    return account && isToSign(place.batch, place.state)
      ? [{ ...place, account: named(account) }]
      : []
  })
}

/**
 * Returns the batch to have signed now: the one that was just decided here, or the one of its account that signs before
 * it; without any request, the oldest, or the one that signs before that.
 */
export const pickDevice = (
  waiting: readonly DeviceBatch[],
  decided: string | undefined,
  isAsked: boolean,
): DeviceBatch | undefined => {
  const own = waiting.find(({ batch: { key } }) => key === decided || reapprovalId(key) === decided)
  const wanted = own ?? (isAsked ? undefined : waiting[0])
  if (!wanted) return undefined
  const { key, from, chainId } = wanted.batch
  const lane = waiting.filter(({ batch }) => batch.from === from && batch.chainId === chainId)
  // The runner asks first for the one that waits for none, and the others have no row to sign before.
  const isAhead = new Set(batchesAhead(lane, key).map(({ batch }) => batch.key))
  const waitsForNone = ({ batch }: DeviceBatch) => batchesAhead(lane, batch.key).length === 0
  return lane.find((one) => isAhead.has(one.batch.key) && waitsForNone(one)) ?? wanted
}
