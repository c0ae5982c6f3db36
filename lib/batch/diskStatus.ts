import type { World } from './world'

/**
 * Writes a batch's events as `append` does, and tells when the disk begins to refuse them and when it takes
 * them again: what is not written is not sent, and only the user can make room.
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
      note(true)
      throw error
    }
  }
}
