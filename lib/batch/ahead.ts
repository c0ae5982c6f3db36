import type { Address } from 'viem'
import type { Batch, Call } from '../db'
import { liveBatches, stateOf } from './journal'
import { isEnded, winner } from './machine'
import type { State } from './state'

/** The calls that an account's earlier batches on a chain have still to bring into a block, in order. */
export const callsAhead = async (
  chainId: number,
  from: Address,
  except?: string,
): Promise<Call[]> => {
  const live = await liveBatches()
  const lane = live.filter(
    (batch) => batch.chainId === chainId && batch.from === from && batch.key !== except,
  )
  const left = await Promise.all(
    lane.map(async (batch) => callsLeft(batch, await stateOf(batch.key))),
  )
  return left.flat()
}

const callsLeft = (batch: Batch, state: State): Call[] => {
  if (state.stopped || isEnded(batch, state)) return []
  if (batch.mode !== 'sequence') return winner(state, 0) ? [] : batch.calls
  return batch.calls.filter((_, index) => !winner(state, index))
}
