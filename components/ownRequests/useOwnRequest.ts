import { useEffect, useState } from 'react'
import { useApprovals } from '../hooks/queries'

/**
 * Follows a request that the user makes in the wallet's own page and decides in the approval window:
 * approved, its batch is shown; rejected, the page is as before.
 */
export const useOwnRequest = () => {
  const [asked, setAsked] = useState<string>()
  const [isRejected, setRejected] = useState(false)
  const state = useApprovals(asked)?.named?.state

  useEffect(() => {
    if (state === 'approved' && asked) location.hash = asked
    if (state !== 'rejected') return
    setAsked(undefined)
    setRejected(true)
  }, [state, asked])

  return { isWaiting: asked !== undefined, isRejected, setAsked }
}
