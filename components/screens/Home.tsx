import { useAccounts, useSites } from '../hooks'
import { Accounts } from './Accounts'
import { Activity } from './Activity'
import { NetworksLink } from './NetworksLink'
import { PageHeader } from './PageHeader'
import { Sites } from './Sites'
import { WaitingRequests } from './WaitingRequests'
import styles from './Home.module.css'

/** The open wallet: accounts, what was sent, who is connected. */
export const Home = () => {
  const accounts = useAccounts()
  return (
    <>
      <PageHeader />
      <main className={styles.home}>
        <WaitingRequests />
        <Accounts accounts={accounts} />
        <Activity />
        <Sites sites={useSites()} accounts={accounts} />
        <NetworksLink />
      </main>
    </>
  )
}
