import { isSettled, transactionCount } from '@/lib/batch/machine'
import type { State, Transaction } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import { findNetwork } from '@/lib/network/networks'
import { count, units } from '../text/amount'
import { t } from '../text/messages'
import { CopyButton } from '../ui/CopyButton'
import { Facts } from '../ui/Facts'
import { Hex } from '../ui/Hex'
import { Note } from '../ui/Note'
import { Section } from '../ui/Section'
import { More } from './More'
import layout from '../ui/layout.module.css'

/** Each transaction a batch took, with where it stands. */
export const Transactions = ({ batch, state }: { batch: Batch; state: State }) => {
  const total = transactionCount(batch)
  return (
    <Section title={total === 1 ? t('tx_title') : t('tx_titles')}>
      {state.transactions.length === 0 && (
        <Note>{state.stopped ? t('tx_noneSigned') : t('tx_noneYet')}</Note>
      )}
      {state.transactions.map((transaction) => (
        <div key={transaction.hash} className={layout.apart}>
          <div className={`${layout.spread} ${layout.wide} ${layout.breaks}`}>
            <h3>{nameOf(transaction, batch, state)}</h3>
            <CopyButton text={transaction.hash} what={t('tx_hashOf')} />
          </div>
          <Hex value={transaction.hash} />
          <Facts rows={factsOf(transaction, placeOf(transaction, state), batch.chainId)} />
          <More transaction={transaction} chainId={batch.chainId} />
        </div>
      ))}
    </Section>
  )
}

const nameOf = (transaction: Transaction, batch: Batch, state: State): string => {
  const { kind, index } = transaction
  const first = state.transactions.find((one) => one.kind === kind && one.index === index)
  const name = firstNameOf(transaction, batch)
  return first === transaction ? name : t('tx_spedUp', name)
}

const firstNameOf = ({ kind, index, upgrade }: Transaction, batch: Batch): string => {
  if (kind === 'cancel') return t('tx_cancellation')
  if (batch.revokes) return t('tx_revocation')
  if (transactionCount(batch) > 1) return t('tx_call', index + 1)
  return upgrade ? t('tx_allUpgrade') : t('tx_all')
}

const opinions = {
  agrees: 'tx_agrees',
  silent: 'tx_silent',
  differs: 'tx_differs',
} as const

const factsOf = (
  { receipt, fee, nonce, second, operation }: Transaction,
  place: string,
  chainId: number,
) => [
  [t('tx_state'), place] as const,
  ...(receipt
    ? [
        [
          t('tx_outcome'),
          receipt.status === '0x1' ? t('tx_succeeded') : t('word_reverted'),
        ] as const,
        [t('tx_block'), count(BigInt(receipt.blockNumber))] as const,
        [t('tx_gasUsed'), count(BigInt(receipt.gasUsed))] as const,
      ]
    : []),
  ...(fee ? [[t('batch_fee'), coins(BigInt(fee), chainId)] as const] : []),
  ...(second && second !== 'awaited' ? [[t('tx_second'), t(opinions[second])] as const] : []),
  // An operation has one of its own, in the EntryPoint.
  [t('tx_nonce'), count(operation ? BigInt(operation.signed.nonce) : nonce)] as const,
]

/** An amount of the network's coin, exact. */
const coins = (wei: bigint, chainId: number): string => {
  const { symbol, decimals } = findNetwork(chainId) ?? { symbol: '', decimals: 18 }
  return `${units(wei, decimals)} ${symbol}`
}

const placeOf = ({ index, receipt, sent, sealed }: Transaction, state: State): string => {
  if (sealed) return state.final ? t('tx_final') : t('tx_sealed')
  if (receipt) return t('word_preconfirmed')
  if (isSettled(state, index)) return t('word_replaced')
  return sent ? t('word_sent') : t('tx_signed')
}
