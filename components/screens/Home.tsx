import { AccountCard } from '../home/AccountCard'
import { Balance } from '../home/Balance'
import { useHere, type Here } from '../hooks/useHere'
import { Recent } from '../home/Recent'
import { TokensPreview } from '../home/TokensPreview'
import { useRecent } from '../batches/batchViews'
import { useTokenList } from '../tokens/useTokenList'
import { TopScreen } from '../shell/TopScreen'
import { WaitingRequests } from './WaitingRequests'

/** The open wallet: what waits, an account and what it has, what is under way and what was last. */
export const Home = () => {
  const here = useHere()
  return (
    <TopScreen name="">
      <WaitingRequests />
      {here && <Content here={here} />}
    </TopScreen>
  )
}

const Content = ({ here }: { here: Here }) => {
  const recent = useRecent()
  const pulse = (recent ?? []).map(({ state }) => state.transactions.length).join()
  const included = (recent ?? []).map(
    ({ state }) => state.transactions.filter(({ receipt }) => receipt).length,
  )
  const { holdings, problem } = useTokenList(
    here.network.chainId,
    here.account.address,
    `${pulse} ${included.join()}`,
  )
  return (
    <>
      <AccountCard here={here} />
      <Balance here={here} holdings={holdings} problem={problem} />
      <TokensPreview here={here} holdings={holdings} />
      <Recent views={recent} />
    </>
  )
}
