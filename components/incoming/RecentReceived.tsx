import type { Here } from '../hooks/useHere'
import list from '../ui/List.module.css'
import { receivedIn, useArrived } from './received'
import { ReceivedRow } from './ReceivedRow'
import { useScanIncoming } from './useScanIncoming'

/** Number of arrivals that stand on Home. */
const few = 2

/** Looks for what arrives at an account while Home is open, and lists the newest of it. */
export const RecentReceived = ({ here, pulse }: { here: Here; pulse: string }) => {
  const { account, network } = here
  useScanIncoming(here, pulse)
  const received = useArrived()
    ?.filter((one) => one.chainId === network.chainId && one.account === account.address)
    .flatMap(receivedIn)
    .slice(0, few)
  if (!received || received.length === 0) return null
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
