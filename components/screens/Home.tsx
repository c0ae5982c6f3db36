import { AccountCard } from '../home/AccountCard'
import { Balance } from '../home/Balance'
import styles from '../home/Home.module.css'
import { useHere, type Here } from '../hooks/useHere'
import { useLiveHoldings } from '../hooks/useLiveHoldings'
import { Recent } from '../home/Recent'
import { TokensPreview } from '../home/TokensPreview'
import { useRecent } from '../batches/batchViews'
import { t } from '../text/messages'
import { useTokenList } from '../tokens/useTokenList'
import layout from '../ui/layout.module.css'
import { TopScreen } from '../shell/TopScreen'
import { WaitingRequests } from './WaitingRequests'
import { loadedLater } from '../hooks/loadedLater'

/** Few pages of the wallet stand over a tab that is connected. */
const TabSites = loadedLater(async () => (await import('../home/TabSites')).TabSites)

/** The open wallet: what waits, an account and what it has, what is under way and what was last. */
export const Home = () => {
  const here = useHere()
  return (
    <TopScreen name="" hasCards>
      <WaitingRequests />
      {here && <Content here={here} />}
    </TopScreen>
  )
}

const Content = ({ here }: { here: Here }) => {
  const { chainId } = here.network
  const { address } = here.account
  const recent = useRecent()
  const counts = (recent ?? []).map(({ state: { transactions } }) => [
    transactions.length,
    transactions.filter(({ receipt }) => receipt).length,
  ])
  const pulse = counts.join(' ')
  const list = useTokenList(chainId, address, pulse)
  useLiveHoldings(address, chainId, pulse)
  return (
    <div className={styles.home}>
      <AccountCard here={here} />
      <Balance here={here} list={list} />
      <div className={`${layout.stack} ${styles.cards}`}>
        <TabSites />
        <TokensPreview here={here} tokens={list.tokens} hasProblem={list.problem !== undefined} />
        <Recent here={here} pulse={pulse} views={recent} />
      </div>
      <div className={`${layout.wrap} ${styles.links}`}>
        <a href="#smart-account">{t('smart_link')}</a>
        <a href="#allowances">{t('allowances_title')}</a>
      </div>
    </div>
  )
}
