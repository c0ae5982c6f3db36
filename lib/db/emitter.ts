/** A list of functions called when something has changed; what changed is read from where it is kept. */
export type Signal = {
  /** Gives back how to stop listening. */
  on: (listener: () => void) => () => void
  emit: () => void
}

/** A new signal without listeners. */
export const signal = (): Signal => {
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
