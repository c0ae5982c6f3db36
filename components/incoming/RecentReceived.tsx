import type { Here } from '../hooks/useHere'
import { t } from '../text/messages'
import { Note } from '../ui/Note'
import list from '../ui/List.module.css'
import { receivedIn, useArrived } from './received'
import { ReceivedRow } from './ReceivedRow'
import { useScanIncoming } from './useScanIncoming'

/** Number of arrivals that stand on Home. */
const few = 2

/** Looks for what arrives at an account while Home is open, and lists the newest of it. */
export const RecentReceived = ({
  here,
  pulse,
  isAlone,
}: {
  here: Here
  pulse: string
  /** True if nothing else was done: then it says if nothing came either. */
  isAlone: boolean
}) => {
  const { account, network } = here
  useScanIncoming(here, pulse)
  const received = useArrived()
    ?.filter((one) => one.chainId === network.chainId && one.account === account.address)
    .flatMap(receivedIn)
    .slice(0, few)
  if (!received) return null
  if (received.length === 0) return isAlone ? <Note>{t('activity_none')}</Note> : null
  return (
    <ul className={list.list}>
      {received.map((one) => (
        <li key={one.key}>
          <ReceivedRow received={one} />
        </li>
      ))}
    </ul>
  )
}
