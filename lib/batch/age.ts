import { journal, type Batch } from '../db'
import type { Event } from '../db/batchEvent'

const minute = 60_000

/** Time in ms since a batch's last event after which signing needs a second approval: prices move. */
export const approvalHolds = 10 * minute

/** Time in ms since a batch's last event after which it expires: nothing more of it is signed. */
export const approvalEnds = 24 * 60 * minute

const eventsOf = ({ key }: Pick<Batch, 'key'>) =>
  journal.events.where('[key+seq]').between([key, 0], [key, Infinity])

/**
 * Returns the type of a batch's last event, and the ms between it and `now` (ms since 1970), whichever is later. What it
 * waits for (`behind`) does not count: it may be told over and over, and would renew an approval each time.
 */
export const lastStepOf = async (
  batch: Pick<Batch, 'key'>,
  now: number,
): Promise<{ age: number; type: Event['type'] | undefined }> => {
  const last = await eventsOf(batch)
    .filter(({ event }) => event.type !== 'behind')
    .last()
  return { age: Math.abs(now - (last?.at ?? 0)), type: last?.event.type }
}

/** Returns the ms between a batch's last event and `now` (ms since 1970), whichever is later. */
export const ageOf = async (batch: Pick<Batch, 'key'>, now: number): Promise<number> =>
  Math.abs(now - ((await eventsOf(batch).last())?.at ?? 0))
