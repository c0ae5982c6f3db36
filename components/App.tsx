import { lazy, Suspense } from 'react'
import { useSession } from './store/session'
import { useLoadNetworks } from './hooks/queries'
import { useHash } from './hooks/useHash'
import { Approvals } from './approvals'
import { routeOf } from './routes'
import { DiskFull } from './screens/DiskFull'
import { Unlock } from './screens/Unlock'
import { WaitingBatches } from './screens/WaitingBatches'
import { WaitingRequests } from './screens/WaitingRequests'
import { PhraseReminder } from './settings/PhraseReminder'
import { useActivity } from './settings/useActivity'
import { useEnded } from './settings/useEnded'
import { VaultTrouble } from './settings/VaultTrouble'

/** Loaded when there is no wallet yet, which is once. */
const Onboarding = lazy(async () => ({
  default: (await import('./screens/Onboarding')).Onboarding,
}))

/** Loaded when one is opened. */
const BatchDetail = lazy(async () => ({
  default: (await import('./screens/BatchDetail')).BatchDetail,
}))

/** Which screen the page shows. */
export const App = ({ isApproval }: { isApproval: boolean }) => {
  const session = useSession((store) => store.session)
  const isWelcoming = useSession((store) => store.isWelcoming)
  const hash = useHash()
  const networks = useLoadNetworks()

  useActivity(session?.isUnlocked ?? false)
  useEnded(session?.isUnlocked === true && !isApproval)

  if (!session || !networks) return null
  if (!session.hasVault || isWelcoming) {
    return (
      <Suspense fallback={null}>
        <Onboarding />
      </Suspense>
    )
  }
  if (isApproval) return <Approvals isUnlocked={session.isUnlocked} />
  if (!session.isUnlocked) {
    return (
      <Unlock>
        <WaitingRequests />
        <WaitingBatches />
      </Unlock>
    )
  }
  const route = routeOf(hash)
  return (
    <>
      <DiskFull />
      <VaultTrouble />
      <PhraseReminder />
      <Suspense fallback={null}>
        {route ? (
          <route.Screen key={route.rest} rest={route.rest} />
        ) : (
          <BatchDetail batchKey={hash} />
        )}
      </Suspense>
    </>
  )
}
