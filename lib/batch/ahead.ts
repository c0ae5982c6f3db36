import type { Address } from 'viem'
import type { Batch, Call } from '../db'
import { liveBatches, stateOf } from './journal'
import { isEnded, isOvertaken, winner } from './machine'
import type { State } from './state'

type Placed = { batch: Batch; state: State }

/** Whether the later batches of an account wait for one: not where its nonce is lost, or it waits for the user with nothing out. */
const isInTheWay = ({ batch, state }: Placed): boolean =>
  !isEnded(batch, state) && !isOvertaken(state) && !(state.asked && !hasBegun({ batch, state }))

const hasBegun = ({ state }: Placed): boolean => state.transactions.length > 0

/**
 * The batches that have to be through before one of the same account and chain may sign, the oldest first:
 * those that have begun, then those that were approved before it. Without a `key`, before a new one.
 */
export const batchesAhead = async ({
  chainId,
  from,
  key,
}: {
  chainId: number
  from: Address
  key?: string | undefined
}): Promise<Placed[]> => {
  const live = await liveBatches()
  const lane = await Promise.all(
    live
      .filter((batch) => batch.chainId === chainId && batch.from === from)
      .map(async (batch) => ({ batch, state: await stateOf(batch.key) })),
  )
  const at = lane.findIndex(({ batch }) => batch.key === key)
  const own = lane[at]
  const goesBefore = (one: Placed, index: number) =>
    !own || (hasBegun(one) === hasBegun(own) ? index < at : hasBegun(one))
  return lane.filter((one, index) => one !== own && isInTheWay(one) && goesBefore(one, index))
}

/** The calls that those batches have still to bring into a block, in order. */
export const callsAhead = async (place: Parameters<typeof batchesAhead>[0]): Promise<Call[]> =>
  (await batchesAhead(place)).flatMap(callsLeft)

const callsLeft = ({ batch, state }: Placed): Call[] => {
  if (state.stopped) return []
  if (batch.mode !== 'sequence') return winner(state, 0) ? [] : batch.calls
  return batch.calls.filter((_, index) => !winner(state, index))
}
