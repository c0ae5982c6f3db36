import * as z from 'zod/mini'
import { clearOne, clearOver, unclear } from '../batch/clearActivity'
import { hex } from '../rpc/schema'
import { verb } from './verb'

/** Verbs about batches that were approved: stopping them, paying more for them, clearing them away. */
export const batchVerbs = {
  /** Stops a batch; where its transaction is signed already, an empty one takes its nonce. */
  cancel: verb(
    () => z.object({ key: z.string() }),
    async ({ key }, { runner, watch }) => {
      const outcome = await runner.cancel(key)
      void watch.wake()
      return outcome
    },
  ),

  /** Signs and sends a batch's unmined transaction `hash` again, with higher fees. */
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
   * Hides a batch, or all that are over, from the activity. `at`, in ms since 1970, names the deed. `live`:
   * the batch may still change, and stays.
   */
  clear: verb(
    () => z.object({ key: z.exactOptional(z.string()), at: z.int() }),
    async ({ key, at }) => {
      if (key !== undefined) return (await clearOne(key, at)) ? 'done' : 'live'
      await clearOver(at)
      return 'done'
    },
  ),

  /** Shows again what was cleared at that time, in ms since 1970. */
  unclear: verb(
    () => z.object({ at: z.int() }),
    async ({ at }) => {
      await unclear(at)
      return null
    },
  ),
}
