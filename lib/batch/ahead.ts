import type { Address } from 'viem'
import type { Call } from '../db'
import { livePlaces, type Placed } from './journal'
import { isEnded, isOvertaken, winner } from './machine'

/** Whether the later batches of an account wait for one: not where its nonce is lost, or it waits for the user with nothing out. */
const isInTheWay = ({ batch, state }: Placed): boolean =>
  !isEnded(batch, state) && !isOvertaken(state) && !(state.asked && !hasBegun({ batch, state }))

const hasBegun = ({ state }: Placed): boolean => state.transactions.length > 0

/**
 * The batches that have to be through before one of the same account and chain may sign, the oldest first:
 * those that have begun, then those that were approved before it. Without a `key`, before a new one.
 */
export const batchesAhead = (lane: readonly Placed[], key?: string): Placed[] => {
  const at = lane.findIndex(({ batch }) => batch.key === key)
  const own = lane[at]
  const goesBefore = (one: Placed, index: number) =>
    !own || (hasBegun(one) === hasBegun(own) ? index < at : hasBegun(one))
  return lane.filter((one, index) => one !== own && isInTheWay(one) && goesBefore(one, index))
}

/** The calls that those batches have still to bring into a block, in order. */
export const callsAhead = async ({
  key,
  ...lane
}: {
  chainId: number
  from: Address
  key?: string | undefined
}): Promise<Call[]> => batchesAhead(await livePlaces(lane), key).flatMap(callsLeft)

const callsLeft = ({ batch, state }: Placed): Call[] => {
  if (state.stopped) return []
  if (batch.mode !== 'sequence') return winner(state, 0) ? [] : batch.calls
  return batch.calls.filter((_, index) => !winner(state, index))
}
