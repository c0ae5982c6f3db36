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

/** A request to a paymaster: what it is about, and the answer once it is there. */
type Asked = { chainId: number; about: string; final?: Final }

/** Names what an answer serves: drafts that differ in nothing but the time at which they were made. */
const aboutOf = ({ hash }: Batch, { operation: { nonce, factory } }: Draft): string =>
  JSON.stringify([hash, nonce, factory])

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

  const ask = async (
    { key, chainId, sponsor }: Batch,
    { operation, deadline }: Draft,
    asked: Asked,
  ): Promise<void> => {
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
    const { key, chainId } = batch
    const about = aboutOf(batch, draft)
    const last = known.get(key)
    if (last?.about === about) return last.final
    const asked: Asked = { chainId, about }
    known.set(key, asked)
    // Nobody learns of what was asked for if the worker is stopped; then it is asked for again.
    follow(ask(batch, draft, asked).catch(() => undefined))
    return undefined
  }

  /** True while a paymaster of this chain is asked. */
  const isAsking = (chainId: number): boolean =>
    [...known.values()].some((asked) => asked.chainId === chainId)

  return { finalOf, isAsking }
}
