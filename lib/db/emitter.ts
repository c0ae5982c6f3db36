/** An event emitter without payload: listeners read the changed state themselves. */
export type Emitter = {
  /** Adds a listener and returns a function that removes it. */
  on: (listener: () => void) => () => void
  emit: () => void
}

/** Creates an emitter without listeners. */
export const createEmitter = (): Emitter => {
  const listeners = new Set<() => void>()
  return {
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit: () => {
      for (const listener of [...listeners]) listener()
    },
  }
}
