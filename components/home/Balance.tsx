import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { Holdings } from '@/lib/holdings/holdings'
import { units } from '../text/amount'
import { brief } from '../text/brief'
import { t } from '../text/messages'
import { Lead } from '../ui/Lead'
import { LinkButton } from '../ui/LinkButton'
import { Note } from '../ui/Note'
import { Notice } from '../ui/Notice'
import { Skeleton } from '../ui/Skeleton'
import styles from './Balance.module.css'
import type { Here } from '../hooks/useHere'

/** How much of the chain's coin there is, and the ways to send and to receive. */
export const Balance = ({
  here: { account, network },
  holdings,
  problem,
}: {
  here: Here
  holdings: Holdings | undefined
  problem: string | undefined
}) => {
  const { symbol, decimals } = network
  return (
    <Lead label={t('home_balance')}>
      <p className={styles.amount}>
        {holdings ? (
          <span title={`${units(BigInt(holdings.native), decimals)} ${symbol}`}>
            {brief(BigInt(holdings.native), decimals)} {symbol}
          </span>
        ) : (
          <Skeleton width={8} />
        )}
      </p>
      {problem && <Notice tone="warn">{problem}</Notice>}
      <div className={styles.ways}>
        {account.source !== 'watch' && (
          <LinkButton href="#send" icon={ArrowUpRight}>
            {t('send_title')}
          </LinkButton>
        )}
        <LinkButton href="#receive" icon={ArrowDownLeft}>
          {t('receive_title')}
        </LinkButton>
      </div>
      {account.source === 'watch' && <Note>{t('home_watched')}</Note>}
    </Lead>
  )
}
