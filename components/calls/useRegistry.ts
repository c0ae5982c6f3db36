import { useEffect, useSyncExternalStore } from 'react'
import { loadRegistry } from '@/lib/decode/descriptors/lookUp'
import type { Registry } from '@/lib/decode/descriptors/registry'
import { createRegistryStore } from './registryStore'

const { subscribe, now, seen, load } = createRegistryStore(loadRegistry)

/** Loads the registry of descriptors once it is needed; undefined while it is not, or not there. */
export const useRegistry = (isNeeded: boolean): Registry | undefined => {
  const registry = useSyncExternalStore(subscribe, now, now)
  useEffect(() => {
    if (isNeeded) void load()
  }, [isNeeded])
  return isNeeded ? registry : undefined
}

/** Names what the screen may say by the registry, to be seen before Approve counts; undefined while it is loaded. */
export const useWordsSeen = (): string | undefined => useSyncExternalStore(subscribe, seen, seen)
