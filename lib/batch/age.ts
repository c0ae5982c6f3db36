import { journal, type Batch } from '../db'

const minute = 60_000

/** Time in ms since a batch's last event after which signing needs a second approval: prices move. */
export const approvalHolds = 10 * minute

/** Time in ms since a batch's last event after which it expires: nothing more of it is signed. */
export const approvalEnds = 24 * 60 * minute

/** Returns the ms between a batch's last event and `now` (ms since 1970), whichever is later. */
export const ageOf = async ({ key }: Pick<Batch, 'key'>, now: number): Promise<number> => {
  const last = await journal.events.where('[key+seq]').between([key, 0], [key, Infinity]).last()
  return Math.abs(now - (last?.at ?? 0))
}
