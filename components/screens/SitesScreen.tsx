import { useAccounts, useSites } from '../hooks/queries'
import { Sites } from './Sites'
import { TopScreen } from '../shell/TopScreen'

/** Screen of the connected sites. */
export const SitesScreen = () => (
  <TopScreen name="sites">
    <Sites sites={useSites()} accounts={useAccounts()} />
  </TopScreen>
)
