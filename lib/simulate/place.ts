import { numberToHex, type Hex } from 'viem'

/** Number and time, in seconds since 1970, of a block. */
type Clock = { number: bigint; time: bigint }

/**
 * Where calls are simulated: on which state, and in which blocks on top of it. The calls run in the last one,
 * those before it are empty. `step`: seconds between blocks.
 */
export type BlockContext = { state: 'pending' | 'latest'; blocks: readonly Clock[]; step: bigint }

/**
 * The block that would come, and the other one that transactions may land in. `twin`: the block that would come,
 * on the state of `other`, to tell what the block changes from what the state does.
 */
export type Places = { next: BlockContext; other: BlockContext; twin?: BlockContext }

/** The parts of a block that nodes give; a pre-confirmed one may have no number. */
export type Head = { number?: Hex | null; timestamp?: Hex } | null

const clockOf = (head: Head, number = head?.number): Clock | undefined =>
  head?.timestamp && number ? { number: BigInt(number), time: BigInt(head.timestamp) } : undefined

/** Seconds between blocks where nobody knows, as geth counts. */
const usual = 12

/**
 * Returns where to simulate. Nodes take only blocks after the one they begin from, so the pending block itself is
 * simulated on the latest state: only if the account is untouched in between (`isSettled`), else the block after
 * the next stands in for it. Undefined if a node tells no time. `blockTime` in seconds, if it is known.
 */
export const placesOf = (
  pendingHead: Head,
  latestHead: Head,
  isSettled: boolean,
  blockTime = usual,
): Places | undefined => {
  const latest = clockOf(latestHead)
  if (!latest) return undefined
  const after = numberToHex(latest.number + 1n)
  const pending = clockOf(pendingHead, pendingHead?.number ?? after) ?? latest
  const isAhead = pending.number === latest.number + 1n
  const step = isAhead ? pending.time - latest.time : BigInt(Math.round(blockTime))
  const beat = step > 0n ? step : 1n
  const at = (count: bigint): Clock => ({
    number: pending.number + count,
    time: pending.time + count * beat,
  })
  const on = (state: BlockContext['state'], ...blocks: Clock[]): BlockContext => ({
    state,
    blocks,
    step: beat,
  })
  const next = on('pending', at(1n))
  return isAhead && isSettled && pending.time > latest.time
    ? { next, other: on('latest', at(0n)), twin: on('latest', at(0n), at(1n)) }
    : { next, other: on('pending', at(1n), at(2n)) }
}

/**
 * Returns where to simulate what takes the place of a transaction that the pending block already holds: in that
 * block itself, on the latest state, where the transaction has not run yet.
 */
export const placesInstead = (
  pendingHead: Head,
  latestHead: Head,
  blockTime?: number,
): Places | undefined => {
  const places = placesOf(pendingHead, latestHead, true, blockTime)
  if (!places) return undefined
  const { next, other, twin } = places
  const before = (place: BlockContext): BlockContext => ({ ...place, state: 'latest' })
  return twin ? { next: other, other: twin } : { next: before(next), other: before(other) }
}

/** Returns the place so many blocks and so many steps of time later, for a chain that has moved on since. */
export const later = (
  { state, blocks, step }: BlockContext,
  count: bigint,
  steps: bigint,
): BlockContext => ({
  state,
  step,
  blocks: blocks.map(({ number, time }) => ({
    number: number + count,
    time: time + steps * step,
  })),
})

/** Number and time of each block of a place, as nodes take them. */
export const clocksIn = ({ blocks }: BlockContext): { number: Hex; time: Hex }[] =>
  blocks.map(({ number, time }) => ({ number: numberToHex(number), time: numberToHex(time) }))
