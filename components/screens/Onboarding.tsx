import { useState } from 'react'
import { setWelcoming } from '../store/session'
import { Begin } from '../welcome/Begin'
import { Choose, type Way } from '../welcome/Choose'
import { NewPhrase } from '../welcome/NewPhrase'

/** From nothing to a wallet: where it begins, its password, and for a new one the phrase on paper. */
export const Onboarding = () => {
  const [way, setWay] = useState<Way>()
  const [phrase, setPhrase] = useState<string>()

  if (phrase !== undefined) return <NewPhrase phrase={phrase} onDone={() => setWelcoming(false)} />
  if (!way) return <Choose onChoose={setWay} />
  return <Begin way={way} onBack={() => setWay(undefined)} onPhrase={setPhrase} />
}
