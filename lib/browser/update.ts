/** How often, in ms, a moment is looked for. */
const every = 5_000

/**
 * Holds an update until it disturbs nobody, then has the extension reloaded once. Nothing rests on it:
 * a worker that is stopped, or a browser that restarts, brings the update too, at whatever effect.
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
    while (!(await world.isQuiet().catch(() => false))) await world.wait(every)
    world.reload()
  }
}
