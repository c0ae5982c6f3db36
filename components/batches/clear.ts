import { setCleared } from '../store/navigation'
import { wallet } from '../store/session'

/** Clears a batch, or all that are over, and offers to take that back; false if it may still change. */
export const clear = async (key?: string): Promise<boolean> => {
  const at = Date.now()
  const isDone = (await wallet('clear', key === undefined ? { at } : { key, at })) === 'done'
  if (isDone) setCleared(at)
  return isDone
}
