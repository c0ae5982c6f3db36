import { useEffect, useSyncExternalStore } from 'react'
import { loadRegistry } from '@/lib/decode/descriptors/lookUp'
import type { Registry } from '@/lib/decode/descriptors/registry'

let loaded: Registry | undefined
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const registryNow = () => loaded

const load = (): Promise<void> =>
  (loading ??= loadRegistry().then(
    (found) => {
      loaded = found
      for (const listener of listeners) listener()
    },
    () => {
      // Volley's own sentences stay; whoever needs the registry next tries again.
      loading = undefined
    },
  ))

const useLoaded = () => useSyncExternalStore(subscribe, registryNow, registryNow)

/** Loads the registry of descriptors once it is needed; undefined while it is not, or not there. */
export const useRegistry = (isNeeded: boolean): Registry | undefined => {
  const registry = useLoaded()
  useEffect(() => {
    if (isNeeded) void load()
  }, [isNeeded])
  return isNeeded ? registry : undefined
}

/** Names what the screen may say by the registry: it comes late, and has to be seen before Approve counts. */
export const useWordsSeen = (): string => (useLoaded() ? 'described' : '')
