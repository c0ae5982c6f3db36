import { isRpcError } from '../rpc/errors'
import type { World } from './world'

/**
 * Wraps `append` and reports when the disk starts to refuse writes and when it accepts them again. An
 * unwritten transaction is never sent, and only the user can free space.
 */
export const withDiskStatus = (
  append: World['append'],
  changed: (isRefusing: boolean) => void,
): World['append'] => {
  let isRefusing = false
  const note = (now: boolean) => {
    if (now === isRefusing) return
    isRefusing = now
    changed(now)
  }
  return async (...write) => {
    try {
      const state = await append(...write)
      note(false)
      return state
    } catch (error) {
      // An error with a code is a refusal of the journal's own.
      if (!isRpcError(error)) note(true)
      throw error
    }
  }
}
