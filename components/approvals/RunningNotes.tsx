import type { Call } from '@/lib/db'
import { knownDelegate } from '@/lib/delegate/delegates'
import { executor } from '@/lib/delegate/executor'
import type { Quote } from '@/lib/simulate/quote'
import { t } from '../text/messages'
import { WholeAddress } from '../ui/WholeAddress'
import styles from './Upgrade.module.css'
import { runningNotes } from './runningNotes'

/** What runs several calls where that is not the wallet's own code, and what their way of running cannot promise. */
export const RunningNotes = ({ quote, calls }: { quote: Quote; calls: readonly Call[] }) => {
  const { mode, delegate, account } = quote
  return (
    <>
      {runningNotes(mode, calls).map((note) => (
        <p key={note} className={styles.note}>
          {t(note)}
        </p>
      ))}
      {delegate && delegate !== executor && (
        <p className={styles.note}>
          {t('running_through', knownDelegate(delegate)?.name ?? '')}{' '}
          <WholeAddress value={delegate} />
        </p>
      )}
      {account.kind === 'contract' && <p className={styles.note}>{t('running_ownCode')}</p>}
    </>
  )
}
