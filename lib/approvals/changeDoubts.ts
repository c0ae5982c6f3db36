import type { Difference } from '../db/outcome'
import type { Doubt } from './danger'

/** The doubt about an outcome that is worse now than what was approved. */
export const doubtsOfChange = (changed: readonly Difference[]): Doubt[] => {
  if (changed.length === 0) return []
  const fails = changed.some((one) => one.kind === 'verdict' && one.is === 'fails')
  return [fails ? 'fails' : 'worse outcome']
}
