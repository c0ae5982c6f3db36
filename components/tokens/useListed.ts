import { useEffect, useState } from 'react'
import type * as tokenIdentity from '@/lib/listed/tokenIdentity'

export type Listed = typeof tokenIdentity

let loaded: Listed | undefined

/** The list of tokens that ships with the wallet, loaded when first needed; undefined until it is there. */
export const useListed = (): Listed | undefined => {
  const [listed, setListed] = useState(loaded)
  useEffect(() => {
    if (loaded) return
    void import('@/lib/listed/tokenIdentity').then((found) => {
      loaded = found
      setListed(found)
    })
  }, [])
  return listed
}
