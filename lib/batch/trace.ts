import type { Address, Hash, Hex } from 'viem'
import type { Batch } from '../db'
import { sameAddress } from '../values/address'
import { readPast } from './pastState'
import type { World } from './world'

/** A frame of geth's `callTracer`. */
export type CallFrame = {
  type: string
  from: Address
  to?: Address
  value?: Hex
  input?: Hex
  output?: Hex
  error?: string
  calls?: CallFrame[]
}

/** Reads the trace of a transaction; null if no node traces. Throws while one may. */
export const traceOf = (world: World, chainId: number, hash: Hash): Promise<CallFrame | null> =>
  readPast(world, [chainId, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }]], null)

/**
 * Reads from a node's trace if an account's transaction to itself ran the batch's calls: true if all are in
 * it in order and succeeded, false if it made no call, null if no node traces or the trace leaves it open.
 */
export const tracedRun = async (
  world: World,
  batch: Batch,
  hash: Hash,
): Promise<boolean | null> => {
  const top = await traceOf(world, batch.chainId, hash)
  if (!top || top.error) return null
  if (!top.calls?.length) return false
  return inOrder(successful(top), batch).length === batch.calls.length ? true : null
}

/** Returns the frames of a batch's calls in a reverted transaction, in order; only the last may have an error. */
export const madeCalls = (top: CallFrame, batch: Batch): CallFrame[] =>
  inOrder(unwrapped(top, batch), batch)

/** Finds the frame of each call in its order among those that the account made, up to the first missing one. */
const inOrder = (frames: readonly CallFrame[], { from, calls }: Batch): CallFrame[] => {
  const found: CallFrame[] = []
  for (const frame of frames) {
    const { type, to, value, input } = frame
    const call = calls[found.length]
    const isIt =
      type === 'CALL' &&
      sameAddress(frame.from, from) &&
      call?.to &&
      to &&
      sameAddress(call.to, to) &&
      BigInt(call.value) === BigInt(value ?? 0) &&
      call.data.toLowerCase() === (input ?? '0x').toLowerCase()
    if (isIt) found.push(frame)
  }
  return found
}

/** Returns the frames that the account's own code made: an executor may run it through itself or a proxy. */
const unwrapped = ({ calls = [] }: CallFrame, batch: Batch): CallFrame[] =>
  calls.flatMap((frame) => {
    const { type, from, to } = frame
    const isOwn = type === 'DELEGATECALL' || (to !== undefined && sameAddress(to, batch.from))
    return sameAddress(from, batch.from) && isOwn ? [frame, ...unwrapped(frame, batch)] : [frame]
  })

/** Returns the frames below one that were not reverted, in order of execution. */
const successful = ({ calls = [] }: CallFrame): CallFrame[] =>
  calls.flatMap((frame) => (frame.error ? [] : [frame, ...successful(frame)]))
