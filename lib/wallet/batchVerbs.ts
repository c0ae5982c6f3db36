import * as z from 'zod/mini'
import { clearOne, clearOver, unclear } from '../batch/clearActivity'
import { hex } from '../rpc/schema'
import { verb } from './verb'

/** Verbs about approved batches: cancellation, fee bump, clearing from the activity. */
export const batchVerbs = {
  /** Stops a batch; a transaction that is already signed is replaced by an empty one at its nonce. */
  cancel: verb(
    () => z.object({ key: z.string() }),
    async ({ key }, { runner, watch }) => {
      const outcome = await runner.cancel(key)
      void watch.wake()
      return outcome
    },
  ),

  /** Signs empty transactions at the unused nonces that a batch waits for. */
  fillGap: verb(
    () => z.object({ key: z.string() }),
    async ({ key }, { runner, watch }) => {
      const outcome = await runner.fill(key)
      void watch.wake()
      return outcome
    },
  ),

  /** Ends a batch that waits for unused nonces on a local chain. */
  giveUp: verb(
    () => z.object({ key: z.string() }),
    async ({ key }, { runner, watch }) => {
      const outcome = await runner.giveUp(key)
      void watch.wake()
      return outcome
    },
  ),

  /** Signs and sends a batch's unmined transaction `hash` again with a fee bump. */
  speedUp: verb(
    () => z.object({ key: z.string(), hash: hex }),
    async ({ key, hash }, services) => {
      const { runner, watch } = services
      const outcome = await runner.speedUp(key, hash)
      void watch.wake()
      return outcome
    },
  ),

  /**
   * Hides one batch from the activity, or all that are over. `at` (ms since 1970) names the clearing for
   * `unclear`. `live`: the batch may still change and stays listed.
   */
  clear: verb(
    () => z.object({ key: z.exactOptional(z.string()), at: z.int() }),
    async ({ key, at }) => {
      if (key !== undefined) return (await clearOne(key, at)) ? 'done' : 'live'
      await clearOver(at)
      return 'done'
    },
  ),

  /** Lists the batches again that were cleared at `at` (ms since 1970). */
  unclear: verb(
    () => z.object({ at: z.int() }),
    async ({ at }) => {
      await unclear(at)
      return null
    },
  ),
}
