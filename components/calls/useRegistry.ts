import { useEffect, useState } from 'react'
import { loadRegistry } from '@/lib/decode/descriptors/lookUp'
import type { Registry } from '@/lib/decode/descriptors/registry'

let loaded: Registry | undefined

/** Loads the registry of descriptors once it is needed; undefined while it is not, or not there yet. */
export const useRegistry = (isNeeded: boolean): Registry | undefined => {
  const [registry, setRegistry] = useState(loaded)
  useEffect(() => {
    if (!isNeeded || registry) return
    void loadRegistry().then((found) => {
      loaded = found
      setRegistry(found)
    })
  }, [isNeeded, registry])
  return isNeeded ? registry : undefined
}
