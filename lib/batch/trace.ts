import type { Address, Hash, Hex } from 'viem'
import type { Batch } from '../db'
import { sameAddress } from '../values/address'
import { readPast } from './pastState'
import type { World } from './world'

/** A frame of geth's `callTracer`. */
type Frame = {
  type: string
  from: Address
  to?: Address
  value?: Hex
  input?: Hex
  error?: string
  calls?: Frame[]
}

/**
 * Reads from a node's trace if an account's transaction to itself ran the batch's calls: true if all are in
 * it in order and succeeded, false if it made no call, null if no node traces or the trace leaves it open.
 */
export const tracedRun = async (
  world: World,
  { chainId, from, calls }: Batch,
  hash: Hash,
): Promise<boolean | null> => {
  const params = [hash, { tracer: 'callTracer' }]
  const asked: Parameters<World['request']> = [chainId, 'debug_traceTransaction', params]
  const top = await readPast<Frame | null>(world, asked, null)
  if (!top || top.error) return null
  if (!top.calls?.length) return false
  const made = successful(top).filter(
    (frame) => frame.type === 'CALL' && sameAddress(frame.from, from),
  )
  let at = 0
  for (const { to, value, input } of made) {
    const call = calls[at]
    const isIt =
      call?.to &&
      to &&
      sameAddress(call.to, to) &&
      BigInt(call.value) === BigInt(value ?? 0) &&
      call.data.toLowerCase() === (input ?? '0x').toLowerCase()
    if (isIt) at++
  }
  return at === calls.length ? true : null
}

/** Returns the frames below one that were not reverted, in order of execution. */
const successful = ({ calls = [] }: Frame): Frame[] =>
  calls.flatMap((frame) => (frame.error ? [] : [frame, ...successful(frame)]))
