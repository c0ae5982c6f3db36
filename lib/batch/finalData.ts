import type { Hash } from 'viem'
import type { Batch } from '../db'
import type { Operation } from '../db/userOperation'
import type { Answered } from '../sponsor/service'
import type { World } from './world'

/** An operation as it is to be signed, but for the paymaster's data, and its deadline in seconds since 1970. */
type Draft = { operation: Operation; deadline: number }

/** The operation with the paymaster's final data, or why there is none; the deadline is that of the draft. */
type Final = { found: Answered<Operation>; deadline: number }

/** Returns what a batch's paymaster says of an operation; undefined until it has answered, which takes seconds. */
export type FinalData = (batch: Batch, draft: Draft) => Final | undefined

/** A request to a paymaster: `hash` of the batch's terms, and the answer once it is there. */
type Asked = { chainId: number; hash: Hash; draft: Draft; final?: Final }

/** True if an answer to one draft serves another: they differ in nothing but the time at which they were made. */
const serves = ({ hash, draft }: Asked, batch: Batch, { operation }: Draft): boolean =>
  hash === batch.hash &&
  draft.operation.nonce === operation.nonce &&
  draft.operation.factory === operation.factory

/**
 * Asks paymasters for their final data outside of the lane, in which a service that is slow would keep the account's
 * other batches from being sent and cancelled. An answer serves the step that `step` performs then: there, in the lane,
 * all that it rests on is read again.
 */
export const createFinalData = (
  { sponsors }: Pick<World, 'sponsors'>,
  step: (chainId: number) => Promise<void>,
  follow: (work: Promise<void>) => void,
) => {
  const known = new Map<string, Asked>()

  const ask = async (batch: Batch, asked: Asked): Promise<void> => {
    const { key, chainId, sponsor } = batch
    const { operation, deadline } = asked.draft
    try {
      if (!sponsor || !sponsors) return
      const found = await sponsors.final(sponsor, chainId, operation)
      asked.final = { found, deadline }
      await step(chainId)
    } finally {
      if (known.get(key) === asked) known.delete(key)
    }
  }

  const finalOf: FinalData = (batch, draft) => {
    const last = known.get(batch.key)
    if (last && serves(last, batch, draft)) return last.final
    const { chainId, hash } = batch
    const asked: Asked = { chainId, hash, draft }
    known.set(batch.key, asked)
    // Nobody learns of what was asked for if the worker is stopped; then it is asked for again.
    follow(ask(batch, asked).catch(() => undefined))
    return undefined
  }

  /** True while a paymaster of this chain is asked. */
  const isAsking = (chainId: number): boolean =>
    [...known.values()].some((asked) => asked.chainId === chainId)

  return { finalOf, isAsking }
}
