/**
 * Keeps what is loaded once and comes late. `seen` names what of it the screen may show, to be seen before Approve
 * counts; undefined while it is loaded, as a press would meet other content than the user saw.
 */
export const createRegistryStore = <Registry>(read: () => Promise<Registry>) => {
  let loaded: Registry | undefined
  let loading: Promise<void> | undefined
  const listeners = new Set<() => void>()

  const tell = () => {
    for (const listener of listeners) listener()
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    now: (): Registry | undefined => loaded,
    seen: (): string | undefined => (loaded ? 'described' : loading ? undefined : ''),
    load: (): Promise<void> => {
      if (loading) return loading
      loading = read().then(
        (found) => {
          loaded = found
          tell()
        },
        () => {
          // Volley's own sentences stay; whoever needs the registry next tries again.
          loading = undefined
          tell()
        },
      )
      tell()
      return loading
    },
  }
}
