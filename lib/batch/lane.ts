import type { Address } from 'viem'
import type { Batch, Call } from '../db'
import { livePlaces, type Placed } from './journal'
import { comingBurns, isEnded, isLapsed, isOvertaken, settledCalls } from './machine'

/**
 * True if later batches of the account must wait for this one. False if its nonce went to another
 * transaction, if it waits for the user with nothing signed, or if its user operation can run no more; but a
 * cancellation of an operation that is under way would cancel the next one, too.
 */
const isInTheWay = ({ batch, state }: Placed): boolean =>
  comingBurns(state).length > 0 ||
  (!isEnded(batch, state) &&
    !isOvertaken(state) &&
    !isLapsed(state) &&
    !(state.asked && !hasBegun({ batch, state })))

const hasBegun = ({ batch, state }: Placed): boolean =>
  state.transactions.length > 0 || isFilling(batch)

/** True for an empty transaction at a nonce that others wait for: it waits for none of them. */
const isFilling = ({ nonce }: Batch): boolean => nonce !== undefined

/**
 * Returns the batches that must end before `key` may sign, oldest first: those that have signed while `key`
 * has not, else those approved earlier. `lane`: one account's batches on one chain. Without `key`: a new
 * batch.
 */
export const batchesAhead = (lane: readonly Placed[], key?: string): Placed[] => {
  const at = lane.findIndex(({ batch }) => batch.key === key)
  const own = lane[at]
  if (own && isFilling(own.batch)) return []
  const goesBefore = (one: Placed, index: number) =>
    !own || (hasBegun(one) === hasBegun(own) ? index < at : hasBegun(one))
  return lane.filter((one, index) => one !== own && isInTheWay(one) && goesBefore(one, index))
}

/** A batch and its calls that no block holds yet; `gas` is set where a call is its own transaction. */
export type UnminedBatch = { batch: Batch; calls: Call[] }

/** Returns the unmined calls of the batches ahead, in order of execution. */
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
  const settled = settledCalls({ ...state, replaced: {} })
  const isLeft = (index: number) => !state.stopped && !settled.has(mode === 'sequence' ? index : 0)
  return { batch, calls: calls.filter((_, index) => isLeft(index)) }
}
