import { journal, type Batch } from '../db'
import type { Event } from '../db/batchEvent'

const minute = 60_000

/** Time in ms since a batch's last event after which signing needs a second approval: prices move. */
export const approvalHolds = 10 * minute

/** Time in ms since a batch's last event after which it expires: nothing more of it is signed. */
export const approvalEnds = 24 * 60 * minute

/** Returns the type of a batch's last event, and the ms between it and `now` (ms since 1970), whichever is later. */
export const lastEventOf = async (
  { key }: Pick<Batch, 'key'>,
  now: number,
): Promise<{ age: number; type: Event['type'] | undefined }> => {
  const last = await journal.events.where('[key+seq]').between([key, 0], [key, Infinity]).last()
  return { age: Math.abs(now - (last?.at ?? 0)), type: last?.event.type }
}

/** Returns the ms between a batch's last event and `now` (ms since 1970), whichever is later. */
export const ageOf = async (batch: Pick<Batch, 'key'>, now: number): Promise<number> =>
  (await lastEventOf(batch, now)).age
