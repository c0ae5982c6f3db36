import { useSession } from './store/session'
import { useLoadNetworks } from './hooks/queries'
import { loadedLater } from './hooks/loadedLater'
import { useHash } from './hooks/useHash'
import { useSilence } from './hooks/useSilence'
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
const Onboarding = loadedLater(async () => (await import('./screens/Onboarding')).Onboarding)

/** Loaded when one is opened. */
const BatchDetail = loadedLater(async () => (await import('./screens/BatchDetail')).BatchDetail)

/** Loaded when the background does not answer, which is rare. */
const Silent = loadedLater(async () => (await import('./screens/Silent')).Silent)

/** How the page was opened: as the approval window, as a side panel or sidebar, or in a tab. */
export type Use = 'approval' | 'panel' | 'page'

/** Which screen the page shows. */
export const App = ({ use }: { use: Use }) => {
  const session = useSession((store) => store.session)
  const isWelcoming = useSession((store) => store.isWelcoming)
  const networks = useLoadNetworks()
  const isSilent = useSilence(session === undefined)

  useActivity(session?.isUnlocked ?? false)
  useEnded(session?.isUnlocked === true && use !== 'approval')

  if (isSilent) return <Silent />
  if (session && networks && (!session.hasVault || isWelcoming)) return <Onboarding />
  const isUnlocked = networks && session?.isUnlocked
  const pages = isUnlocked === undefined ? null : isUnlocked ? <Pages /> : <Locked />
  if (use === 'page') return pages
  if (use === 'panel') return <Approvals isUnlocked={isUnlocked} otherwise={pages} />
  return <Approvals isUnlocked={isUnlocked} />
}

const Locked = () => (
  <Unlock>
    <WaitingRequests />
    <WaitingBatches />
  </Unlock>
)

/** The screen that the address names. */
const Pages = () => {
  const hash = useHash()
  const route = routeOf(hash)
  return (
    <>
      <DiskFull />
      <VaultTrouble />
      <PhraseReminder />
      {route ? (
        <route.Screen key={route.rest} rest={route.rest} />
      ) : (
        <BatchDetail batchKey={hash} />
      )}
    </>
  )
}
