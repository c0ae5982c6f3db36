import type { Call } from '@/lib/db'
import { knownDelegate } from '@/lib/delegate/delegates'
import { executor } from '@/lib/delegate/executor'
import type { Quote } from '@/lib/simulate/quote'
import { t } from '../text/messages'
import { sentenceGap } from '../text/sentences'
import { WholeAddress } from '../ui/WholeAddress'
import layout from '../ui/layout.module.css'
import { runningNotes } from './runningNotes'
import styles from './Terms.module.css'

/** Names the code that runs several calls where it is not the wallet's own, and what their way of running cannot promise. */
export const RunningNotes = ({ quote, calls }: { quote: Quote; calls: readonly Call[] }) => {
  const { mode, delegate, account } = quote
  return (
    <div className={`${layout.stack} ${layout.tight} ${styles.notes}`}>
      {runningNotes(mode, calls).map((note) => (
        <p key={note} className={`${layout.muted} ${layout.small} ${layout.breaks}`}>
          {t(note)}
        </p>
      ))}
      {account.kind === 'executor' && delegate && delegate !== executor && (
        <p className={`${layout.muted} ${layout.small} ${layout.breaks}`}>
          {t('running_through', knownDelegate(delegate)?.name ?? '')}
          {sentenceGap()}
          <WholeAddress value={delegate} />
        </p>
      )}
      {account.kind === 'contract' && (
        <p className={`${layout.muted} ${layout.small} ${layout.breaks}`}>{t('running_ownCode')}</p>
      )}
    </div>
  )
}
