import { useEffect, useState } from 'react'

/** Time in ms after which a page no longer takes it that the background is starting, which takes tenths of a second. */
const patience = 8_000

/** True once a page has waited for the background's first answer for 8 s, until it comes. */
export const useSilence = (isWaiting: boolean): boolean => {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isWaiting && isLong
}
