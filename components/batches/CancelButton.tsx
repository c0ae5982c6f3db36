import { openTransactions } from '@/lib/batch/machine'
import type { State } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import type { Verbs } from '@/lib/wallet/contract'
import { wallet } from '../store/session'
import { number, t } from '../text/messages'
import { Text } from '../text/Text'
import { Question } from './Question'
import { ReplaceButton } from './ReplaceButton'

const answers = {
  done: undefined,
  'too late': 'cancel_tooLate',
  locked: 'cancel_locked',
  'no price': 'cancel_noPrice',
  used: 'gap_used',
} as const

const cancel = async (params: Verbs['cancel']['takes']): Promise<string | undefined> => {
  const problem = answers[await wallet('cancel', params)]
  return problem && t(problem)
}

/** Cancels a batch after asking once more; what is under way is replaced, and its price is named. */
export const CancelButton = ({ batch, state }: { batch: Batch; state: State }) => {
  const { key, chainId } = batch
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
        act={() => cancel({ key })}
      >
        {state.transactions.length > 0 ? t('cancel_rest') : t('cancel_free')}
      </Question>
    )
  const authorized = batch.revokes ? t('cancel_revoke') : batch.upgrade && t('cancel_upgrade')
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
      text={([, ceiling]) => (
        <>
          {t('cancel_replace')} {authorized}{' '}
          {gap.length > 0 && t('gap_fillText', gap.map((nonce) => number(nonce)).join(', '))}{' '}
          <Text id={gap.length > 0 ? 'gap_fillCost' : 'cancel_cost'} values={[ceiling]} />
        </>
      )}
      act={(price) => cancel({ key, ...(price ? { price } : {}) })}
    />
  )
}
