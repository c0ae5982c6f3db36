import type { State } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import { findNetwork } from '@/lib/network/networks'
import { wallet } from '../store/session'
import { number, t } from '../text/messages'
import { Text } from '../text/Text'
import { Notice } from '../ui/Notice'
import { actedBy } from './acted'
import { Question } from './Question'
import { ReplaceButton } from './ReplaceButton'

const fillAnswers = {
  done: undefined,
  'too late': 'gap_tooLate',
  used: 'gap_used',
} as const

/** Says which nonces a batch waits for that nothing of the wallet has, and offers to fill them, at a price that it names. */
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
        <ReplaceButton
          label={t('gap_fill')}
          batchKey={key}
          chainId={chainId}
          by="fill"
          title={t('gap_fillTitle')}
          yes={t('gap_fillYes')}
          tooLate={t('gap_tooLate')}
          text={([, ceiling]) => (
            <>
              {t('gap_fillText', nonces)} <Text id="gap_fillCost" values={[ceiling]} />
            </>
          )}
          act={async (price) => {
            if (!price) return 'done'
            return actedBy(fillAnswers[await wallet('fillGap', { key, price })])
          }}
        />
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
