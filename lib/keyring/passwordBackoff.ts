import { keepSetting, setting } from '../db/settings'
import { passwordDelay } from '../values/passwordDelay'

/** True if the next attempt must wait. After the clock was set back, this lasts at most twice the delay. */
const isWaiting = async (now: number): Promise<boolean> => {
  const wrong = await setting('wrongPasswords')
  return wrong !== undefined && Math.abs(now - wrong.at) < passwordDelay(wrong.count)
}

/**
 * Runs an attempt unless the backoff is in effect. The count is on disk, so that restarting the worker does
 * not reset it; a right password does.
 */
export const withPasswordBackoff = async <T>(
  attempt: () => Promise<T>,
): Promise<T | 'too soon'> => {
  // Fails open: a disk that fails must not lock out the owner.
  if (await isWaiting(Date.now()).catch(() => false)) return 'too soon'
  const outcome = await attempt()
  const before = await setting('wrongPasswords').catch(() => undefined)
  const isWrong = outcome === 'wrong password'
  const now = isWrong ? { count: (before?.count ?? 0) + 1, at: Date.now() } : undefined
  if (now ?? before) await keepSetting('wrongPasswords', now).catch(() => undefined)
  return outcome
}
