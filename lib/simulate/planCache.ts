import type { Hex } from 'viem'
import type { Plan } from './plan'
import type { ReadSet } from './readSet'

/** Result of a batch's last simulation: its gas limits and its reads. */
type CachedPlan = { gas: Hex[]; wants: ReadSet }

/** The most plans to keep: about as many as a screen shows. */
const most = 8

/** In memory only: after a restart of the service worker, the next quote needs both simulations again. */
const plans = new Map<string, CachedPlan>()

/** Returns the cached result for the same batch, mode, account and unmined batches. */
export const cachedPlan = (plan: Plan): CachedPlan | undefined => plans.get(JSON.stringify(plan))

/** Caches a result, and drops the oldest beyond the limit. */
export const cachePlan = (plan: Plan, cached: CachedPlan): void => {
  const key = JSON.stringify(plan)
  plans.delete(key)
  plans.set(key, cached)
  const [oldest] = plans.keys()
  if (plans.size > most && oldest) plans.delete(oldest)
}
