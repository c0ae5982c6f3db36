import { poll } from '../async'

/** Interval in ms at which a quiet moment for the update is looked for. */
const every = 5_000

/**
 * Delays an update until the wallet is idle, then reloads the extension once. Nothing depends on the delay:
 * a stopped worker or a browser restart installs the update too.
 */
export const createUpdate = (world: {
  isQuiet: () => Promise<boolean>
  reload: () => void
  wait: (ms: number) => Promise<void>
}) => {
  let isHeld = false
  return async (): Promise<void> => {
    if (isHeld) return
    isHeld = true
    const look = async () => ((await world.isQuiet().catch(() => false)) ? undefined : every)
    await poll(look, { now: Date.now, wait: world.wait })
    world.reload()
  }
}
