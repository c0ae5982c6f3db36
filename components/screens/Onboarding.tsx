import { lazy, Suspense, useState } from 'react'
import type { FoundAddress } from '../devices/ledger/readAddresses'
import { setWelcoming } from '../store/session'
import { Begin } from '../welcome/Begin'
import { Choose, type Way } from '../welcome/Choose'
import { NewPhrase } from '../welcome/NewPhrase'

/** Screen that only a wallet that begins with a device needs. */
const FirstLedger = lazy(async () => ({
  default: (await import('../welcome/FirstLedger')).FirstLedger,
}))

/** From nothing to a wallet: where it begins, its password, and for a new one the phrase on paper. */
export const Onboarding = () => {
  const [way, setWay] = useState<Way>()
  const [device, setDevice] = useState<FoundAddress>()
  const [phrase, setPhrase] = useState<string>()

  if (phrase !== undefined) return <NewPhrase phrase={phrase} onDone={() => setWelcoming(false)} />
  if (!way) return <Choose onChoose={setWay} />
  const back = () => {
    setWay(undefined)
    setDevice(undefined)
  }
  if (way === 'ledger' && !device)
    return (
      <Suspense fallback={null}>
        <FirstLedger onChoose={setDevice} onBack={back} />
      </Suspense>
    )
  return <Begin way={way} device={device} onBack={back} onPhrase={setPhrase} />
}
