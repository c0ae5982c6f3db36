import { useEffect } from 'react'
import { wallet } from '../store/session'

/** The background is told at most this often, in ms, that the user is there. */
const every = 15_000

/** Keeps auto-lock from counting while the user works in this page. */
export const useActivity = (isUnlocked: boolean): void =>
  useEffect(() => {
    if (!isUnlocked) return
    let told = 0
    const tell = () => {
      if (Math.abs(Date.now() - told) < every) return
      told = Date.now()
      void wallet('touch', null).catch(() => undefined)
    }
    tell()
    const events = ['pointerdown', 'keydown', 'wheel'] as const
    for (const event of events) addEventListener(event, tell, { passive: true })
    return () => {
      for (const event of events) removeEventListener(event, tell)
    }
  }, [isUnlocked])
