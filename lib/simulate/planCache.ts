import type { Hex } from 'viem'
import type { Plan } from './plan'
import type { ReadSet } from './readSet'

/** Result of a batch's last simulation: its gas limits and its reads. */
type Hint = { gas: Hex[]; wants: ReadSet }

/** The most plans to keep: about as many as a screen shows. */
const most = 8

/** In memory only: after a restart of the service worker, the next quote needs both simulations again. */
const hints = new Map<string, Hint>()

/** Returns the cached result for the same batch, mode, account and unmined batches. */
export const cachedPlan = (plan: Plan): Hint | undefined => hints.get(JSON.stringify(plan))

/** Caches a result, and drops the oldest beyond the limit. */
export const cachePlan = (plan: Plan, hint: Hint): void => {
  const key = JSON.stringify(plan)
  hints.delete(key)
  hints.set(key, hint)
  const [oldest] = hints.keys()
  if (hints.size > most && oldest) hints.delete(oldest)
}
