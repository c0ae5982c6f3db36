import { useStore } from './store'
import { useHash } from './hooks'
import { Approvals } from './approvals'
import { BatchDetail } from './screens/BatchDetail'
import { DiskFull } from './screens/DiskFull'
import { Home } from './screens/Home'
import { Networks } from './screens/Networks'
import { Onboarding } from './screens/Onboarding'
import { Unlock } from './screens/Unlock'
import { WaitingBatches } from './screens/WaitingBatches'
import { WaitingRequests } from './screens/WaitingRequests'

/** Which screen the page shows. */
export const App = ({ isApproval }: { isApproval: boolean }) => {
  const session = useStore((store) => store.session)
  const hash = useHash()

  if (!session) return null
  if (!session.hasVault) return <Onboarding />
  if (isApproval) return <Approvals isUnlocked={session.isUnlocked} />
  if (!session.isUnlocked) {
    return (
      <Unlock>
        <WaitingRequests />
        <WaitingBatches />
      </Unlock>
    )
  }
  if (hash === 'networks') return <Networks />
  return (
    <>
      <DiskFull />
      {hash ? <BatchDetail batchKey={hash} /> : <Home />}
    </>
  )
}
