import { openTransactions } from '@/lib/batch/machine'
import type { State } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import type { Verbs } from '@/lib/wallet'
import { useAccounts } from '../hooks/queries'
import { wallet } from '../store/session'
import { number, t } from '../text/messages'
import { joinSentences, sentenceGap } from '../text/sentences'
import { Text } from '../text/Text'
import { Question } from './Question'
import { WholeAddress } from '../ui/WholeAddress'
import { actedBy, problemIn, type Acted } from './acted'
import { undoneBy } from './cancelUndoes'
import { ReplaceButton } from './ReplaceButton'

const answers = {
  done: undefined,
  'too late': 'cancel_tooLate',
  locked: 'cancel_locked',
  device: 'on device',
  unlisted: 'cancel_unlisted',
  'no price': 'cancel_noPrice',
  used: 'gap_used',
  shared: 'cancel_shared',
} as const

const cancel = async (params: Verbs['cancel']['takes']): Promise<Acted> =>
  actedBy(answers[await wallet('cancel', params)])

/** Cancels a batch after asking once more; what is under way is replaced, and its price is named. */
export const CancelButton = ({ batch, state }: { batch: Batch; state: State }) => {
  const { key, chainId } = batch
  const accounts = useAccounts()
  const title = t('cancel_title')
  const yes = t('cancel_yes')
  if (openTransactions(state).length === 0)
    return (
      <Question
        label={t('cancel')}
        kind="danger"
        title={title}
        no={t('keepIt')}
        yes={yes}
        act={async () => problemIn(await cancel({ key }))}
      >
        {state.transactions.length > 0 ? t('cancel_rest') : t('cancel_free')}
      </Question>
    )
  const account = accounts?.find(({ address }) => address === batch.from)
  const undone = undoneBy(batch, account?.source === 'ledger')
  if (undone === 'impossible') return <p>{t('cancel_unlisted')}</p>
  const isOperation = openTransactions(state).some(({ operation }) => operation)
  const gap = state.behind?.isGap ? state.behind.missing : []
  return (
    <ReplaceButton
      label={t('cancel')}
      kind="danger"
      batchKey={key}
      chainId={chainId}
      by="cancel"
      title={title}
      yes={yes}
      tooLate={t('cancel_tooLate')}
      text={([, ceiling, missing]) => (
        <>
          {joinSentences(
            isOperation
              ? joinSentences(t('cancel_operation'), t('payAgain_later'))
              : joinSentences(t('cancel_replace'), undone && t(undone)),
            gap.length > 0 && t('gap_fillText', gap.map((nonce) => number(nonce)).join(', ')),
          )}
          {sentenceGap()}
          <Text id={gap.length > 0 ? 'gap_fillCost' : 'cancel_cost'} values={[ceiling]} />
          {sentenceGap()}
          {isOperation && missing && (
            <Text id="cancel_missing" values={[missing, <WholeAddress value={batch.from} />]} />
          )}
        </>
      )}
      act={(price) => cancel({ key, ...(price ? { price } : {}) })}
    />
  )
}
