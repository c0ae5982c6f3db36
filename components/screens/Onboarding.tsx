import { useState } from 'react'
import type { FoundOnDevice } from '../devices/addDevice'
import { setWelcoming } from '../store/session'
import { Begin } from '../welcome/Begin'
import { Choose, type Way } from '../welcome/Choose'
import { NewPhrase } from '../welcome/NewPhrase'
import { loadedLater } from '../hooks/loadedLater'

/** Screen that only a wallet that begins with a device needs. */
const FirstDevice = loadedLater(async () => (await import('../welcome/FirstDevice')).FirstDevice)

/** From nothing to a wallet: where it begins, its password, and for a new one the phrase on paper. */
export const Onboarding = () => {
  const [way, setWay] = useState<Way>()
  const [device, setDevice] = useState<FoundOnDevice>()
  const [phrase, setPhrase] = useState<string>()

  if (phrase !== undefined) return <NewPhrase phrase={phrase} onDone={() => setWelcoming(false)} />
  if (!way) return <Choose onChoose={setWay} />
  const back = () => {
    setWay(undefined)
    setDevice(undefined)
  }
  if ((way === 'ledger' || way === 'qr') && !device) {
    return <FirstDevice kind={way} onChoose={setDevice} onBack={back} />
  }
  return <Begin way={way} device={device} onBack={back} onPhrase={setPhrase} />
}
