import type { State } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import { findNetwork } from '@/lib/network/networks'
import { wallet } from '../store/session'
import { number, t } from '../text/messages'
import { Notice } from '../ui/Notice'
import { Question } from './Question'

const fillAnswers = {
  done: undefined,
  'too late': 'gap_tooLate',
  used: 'gap_used',
} as const

/** Says which nonces a batch waits for that nothing of the wallet has, and offers to fill them. */
export const Behind = ({
  batch: { key, chainId },
  behind: { missing, isWaiting, isGap },
}: {
  batch: Batch
  behind: NonNullable<State['behind']>
}) => {
  const nonces = missing.map((nonce) => number(nonce)).join(', ')
  const isLocal = findNetwork(chainId)?.isLocal ?? false
  return (
    <>
      <Notice tone={isGap ? 'warn' : 'info'}>
        {t(isWaiting ? 'gap_waiting' : 'gap_missing', nonces)}
      </Notice>
      {isGap && (
        <Question
          label={t('gap_fill')}
          title={t('gap_fillTitle')}
          no={t('keepIt')}
          yes={t('gap_fillYes')}
          act={async () => {
            const problem = fillAnswers[await wallet('fillGap', { key })]
            return problem && t(problem)
          }}
        >
          {t('gap_fillText', nonces)}
        </Question>
      )}
      {isGap && isLocal && (
        <Question
          label={t('giveUp')}
          kind="danger"
          title={t('giveUp_title')}
          no={t('keepIt')}
          yes={t('giveUp_yes')}
          act={async () =>
            (await wallet('giveUp', { key })) === 'done' ? undefined : t('gap_tooLate')
          }
        >
          {t('giveUp_text')}
        </Question>
      )}
    </>
  )
}
