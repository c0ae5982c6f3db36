import { clearOne, clearOver } from '../batch/clearActivity'
import type { Handler } from './door'

/** Hides a batch, or all that are over; what may still change stays. */
export const clear: Handler<'clear'> = async ({ key, at }) => {
  if (key !== undefined) return (await clearOne(key, at)) ? 'done' : 'live'
  await clearOver(at)
  return 'done'
}
