import type { Hex } from 'viem'
import type { Plan } from './plan'
import type { Pricing } from './pricing'
import type { ReadSet } from './readSet'

/** What the last look at a batch found it needs, and what transactions paid then. */
type Hint = { gas: Hex[]; wants: ReadSet; pricing: Promise<Pricing> }

/** Of how many batches: those that are on a screen. */
const most = 8

/** Only to save a look: a worker that was stopped looks twice again. */
const hints = new Map<string, Hint>()

/** What is known of this very batch, in this mode and place. */
export const cachedPlan = (plan: Plan): Hint | undefined => hints.get(JSON.stringify(plan))

/** Keeps it for the next look. */
export const cachePlan = (plan: Plan, hint: Hint): void => {
  const key = JSON.stringify(plan)
  hints.delete(key)
  hints.set(key, hint)
  const [oldest] = hints.keys()
  if (hints.size > most && oldest) hints.delete(oldest)
}
