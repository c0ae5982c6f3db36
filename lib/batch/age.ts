import { journal, type Batch } from '../db'

const minute = 60_000

/** An approval that could not be signed for this long, in ms, is asked for again: prices move on. */
export const approvalHolds = 10 * minute

/** After this long, in ms, nothing is signed any more. */
export const approvalEnds = 24 * 60 * minute

/** How far, in ms, the clock is from when anything last became of a batch. `now` in ms since 1970. */
export const ageOf = async ({ key }: Pick<Batch, 'key'>, now: number): Promise<number> => {
  const last = await journal.events.where('[key+seq]').between([key, 0], [key, Infinity]).last()
  return Math.abs(now - (last?.at ?? 0))
}
