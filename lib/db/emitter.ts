/** A list of functions called when something has changed; what changed is read from where it is kept. */
export type Emitter = {
  /** Gives back how to stop listening. */
  on: (listener: () => void) => () => void
  emit: () => void
}

/** A new signal without listeners. */
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
