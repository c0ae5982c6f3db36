import { useEffect, useState } from 'react'
import type { describe } from '@/lib/decode/descriptors/lookUp'

type Describer = typeof describe

let loaded: Describer | undefined

/** Loads the registry of descriptors once it is needed; undefined while it is not, or not there yet. */
export const useDescriber = (isNeeded: boolean): Describer | undefined => {
  const [describer, setDescriber] = useState<Describer | undefined>(loaded)
  useEffect(() => {
    if (!isNeeded || describer) return
    void import('@/lib/decode/descriptors/lookUp').then((found) => {
      loaded = found.describe
      setDescriber(found.describe)
    })
  }, [isNeeded, describer])
  return isNeeded ? describer : undefined
}
