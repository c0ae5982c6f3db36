import type { Address } from 'viem'
import type { Batch, Call } from '../db'
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

/** A batch, and those of its calls that are in no block yet, each with its limit where it is a transaction. */
export type UnminedBatch = { batch: Batch; calls: Call[] }

/** What those batches have still to bring into a block, in order. */
export const unminedAhead = async ({
  key,
  ...lane
}: {
  chainId: number
  from: Address
  key?: string | undefined
}): Promise<UnminedBatch[]> =>
  batchesAhead(await livePlaces(lane), key)
    .map(leftOf)
    .filter(({ calls }) => calls.length > 0)

const leftOf = ({ batch, state }: Placed): UnminedBatch => {
  const { mode, gas } = batch
  const calls = batch.calls.map((call, index): Call => {
    const limit = mode === 'atomic' ? undefined : gas[index]
    return limit ? { ...call, gas: limit } : call
  })
  const isLeft = (index: number) =>
    !state.stopped && !winner(state, mode === 'sequence' ? index : 0)
  return { batch, calls: calls.filter((_, index) => isLeft(index)) }
}
