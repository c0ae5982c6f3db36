import { useEffect, useState } from 'react'
import { passwordDelay } from '@/lib/values/passwordDelay'
import { useSetting } from './useSetting'

/** In how many seconds the next password will be looked at; 0: now. */
export const usePatience = (): number => {
  const wrong = useSetting('wrongPasswords')
  const [now, setNow] = useState(Date.now)
  const left = wrong ? passwordDelay(wrong.count) - Math.abs(now - wrong.at) : 0

  useEffect(() => {
    if (!wrong) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [wrong])

  return Math.max(0, Math.ceil(left / 1_000))
}
