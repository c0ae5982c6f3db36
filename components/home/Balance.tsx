import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { units } from '../text/amount'
import { brief } from '../text/brief'
import { t } from '../text/messages'
import { shortHex } from '../text/shortHex'
import type { HeldTokens } from '../tokens/useTokenList'
import { CopyButton } from '../ui/CopyButton'
import { LinkButton } from '../ui/LinkButton'
import { Note } from '../ui/Note'
import { Skeleton } from '../ui/Skeleton'
import layout from '../ui/layout.module.css'
import styles from './Home.module.css'
import { Silence } from './Silence'
import type { Here } from '../hooks/useHere'
import { loadedLater } from '../hooks/loadedLater'

/** Loaded with the first prices. */
const Total = loadedLater(async () => (await import('../prices/Total')).Total)

/** How much of the chain's coin there is, whose it is, and the ways to send and to receive. */
export const Balance = ({ here: { account, network }, list }: { here: Here; list: HeldTokens }) => {
  const { symbol, decimals } = network
  const { holdings, at, problem, again } = list
  return (
    <section
      className={`${layout.stack} ${layout.inset} ${layout.openBelow} ${layout.breaks}`}
      aria-label={t('home_balance')}
    >
      <p className={styles.amount}>
        {holdings ? (
          <bdi dir="ltr" title={`${units(BigInt(holdings.native), decimals)} ${symbol}`}>
            {brief(BigInt(holdings.native), decimals)} {symbol}
          </bdi>
        ) : problem ? (
          '–'
        ) : (
          <Skeleton width={8} />
        )}
      </p>
      <Total chainId={network.chainId} account={account.address} decimals={decimals} list={list} />
      <p className={`${layout.inline} ${layout.tight} ${layout.muted}`}>
        <span className={layout.code} title={account.address}>
          {shortHex(account.address)}
        </span>
        <CopyButton text={account.address} what={t('home_addressOf', account.name)} />
      </p>
      {problem && (
        <Silence chainId={network.chainId} problem={problem} at={holdings && at} again={again} />
      )}
      <div className={styles.ways}>
        {account.source !== 'watch' && (
          <LinkButton href="#send" icon={ArrowUpRight} kind="primary">
            {t('send_title')}
          </LinkButton>
        )}
        <LinkButton href="#receive" icon={ArrowDownLeft}>
          {t('receive_title')}
        </LinkButton>
      </div>
      {account.source === 'watch' && <Note>{t('home_watched')}</Note>}
    </section>
  )
}
