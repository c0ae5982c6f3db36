import { useState } from 'react'
import { passwordDelay } from '@/lib/values/passwordDelay'
import { usePoll } from '../hooks/usePoll'
import { useSetting } from './useSetting'

/** In how many seconds the next password will be looked at; 0: now. */
export const usePatience = (): number => {
  const wrong = useSetting('wrongPasswords')
  const [now, setNow] = useState(Date.now)
  const left = wrong ? passwordDelay(wrong.count) - Math.abs(now - wrong.at) : 0

  usePoll(250, () => wrong && (() => setNow(Date.now())), [wrong])

  return Math.max(0, Math.ceil(left / 1_000))
}
