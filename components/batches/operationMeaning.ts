import type { Batch } from '@/lib/db'
import { burnsOf, hasFailed, openTransactions } from '@/lib/batch/machine'
import type { State } from '@/lib/batch/state'
import { t } from '../text/messages'
import type { BatchWord } from './word'

/** A sentence on what a status means for a batch whose user operation is signed; undefined if it means the usual. */
export const operationMeaning = (
  word: BatchWord,
  batch: Batch,
  state: State,
): string | undefined => {
  const operation = state.transactions.find((one) => one.operation)
  if (!operation) return undefined
  const { index } = operation
  const mined = burnsOf(state).filter(({ receipt }) => receipt)
  switch (word) {
    case 'Sending':
    case 'Sent':
      if (mined.some((one) => hasFailed(state, one))) return t('operation_burnFailed')
      return t(word === 'Sent' ? 'operation_sent' : 'operation_sending')
    case 'Cancelling':
      if (openTransactions(state).some(({ receipt }) => receipt)) return t('operation_burnt')
      return t(operation.isLapsed ? 'sponsor_over' : 'operation_cancelling')
    case 'Overtaken':
      return t(state.overtaken[index]?.hasHistory ? 'operation_taken' : 'operation_unproven')
    case 'Replaced': {
      const by = state.replaced[index] ?? ''
      const isOwn = mined.some(({ hash }) => hash === by)
      const first = isOwn ? t('operation_cancelled') : t('operation_usedBy', by)
      // A cancellation at the nonce of the authorization has ended that, too.
      const isOut = batch.upgrade && mined.every(({ nonce }) => nonce !== operation.nonce)
      return isOut ? `${first} ${t('meaning_stillOut')}` : first
    }
    default:
      return undefined
  }
}
