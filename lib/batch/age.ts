import { journal, type Batch, type EventRow } from '../db'
import type { Event } from '../db/batchEvent'

const minute = 60_000

/** Time in ms since a batch's last event after which signing needs a second approval: prices move. */
export const approvalHolds = 10 * minute

/** Time in ms since a batch's last event after which it expires: nothing more of it is signed. */
export const approvalEnds = 24 * 60 * minute

const eventsOf = ({ key }: Pick<Batch, 'key'>) =>
  journal.events.where('[key+seq]').between([key, 0], [key, Infinity])

/** Type of an event, and the ms between it and a time, whichever is later. */
type Aged = { age: number; type: Event['type'] | undefined }

const aged = (last: EventRow | undefined, now: number): Aged => ({
  age: Math.abs(now - (last?.at ?? 0)),
  type: last?.event.type,
})

/** Returns a batch's last event, and its age at `now` (ms since 1970). */
export const lastEventOf = async (batch: Pick<Batch, 'key'>, now: number): Promise<Aged> =>
  aged(await eventsOf(batch).last(), now)

/**
 * Returns a batch's last event that is a step, and its age at `now` (ms since 1970). What it waits for (`behind`) is
 * none: it may be told over and over, and would renew an approval each time.
 */
export const lastStepOf = async (batch: Pick<Batch, 'key'>, now: number): Promise<Aged> =>
  aged(
    await eventsOf(batch)
      .filter(({ event }) => event.type !== 'behind')
      .last(),
    now,
  )

/** Returns the ms between a batch's last event and `now` (ms since 1970), whichever is later. */
export const ageOf = async (batch: Pick<Batch, 'key'>, now: number): Promise<number> =>
  (await lastEventOf(batch, now)).age
