import { isSettled, transactionCount } from '@/lib/batch/machine'
import type { State, Transaction } from '@/lib/batch/state'
import type { Batch } from '@/lib/db'
import { count } from '../text/amount'
import { CopyButton } from '../ui/CopyButton'
import { Facts } from '../ui/Facts'
import { Hex } from '../ui/Hex'
import { Section } from '../ui/Section'
import styles from './Transactions.module.css'

/** Each transaction a batch took, with where it stands. */
export const Transactions = ({ batch, state }: { batch: Batch; state: State }) => {
  const total = transactionCount(batch)
  return (
    <Section title={total === 1 ? 'Transaction' : 'Transactions'}>
      {state.transactions.length === 0 && (
        <p className={styles.muted}>{state.stopped ? 'None was signed.' : 'None is signed yet.'}</p>
      )}
      {state.transactions.map((transaction) => (
        <div key={transaction.hash} className={styles.transaction}>
          <div className={styles.line}>
            <h3>{nameOf(transaction, total, state)}</h3>
            <CopyButton text={transaction.hash} what="the transaction’s hash" />
          </div>
          <Hex value={transaction.hash} />
          <Facts rows={factsOf(transaction, placeOf(transaction, state))} />
        </div>
      ))}
    </Section>
  )
}

const nameOf = (transaction: Transaction, total: number, state: State): string => {
  const { kind, index } = transaction
  const first = state.transactions.find((one) => one.kind === kind && one.index === index)
  const name = firstNameOf(transaction, total)
  return first === transaction ? name : `${name}, sped up`
}

const firstNameOf = ({ kind, index, upgrade }: Transaction, total: number): string => {
  if (kind === 'cancel') return 'Cancellation'
  if (total > 1) return `Call ${index + 1}`
  return upgrade ? 'All calls, with the upgrade' : 'All calls'
}

const opinions = {
  agrees: 'Has the same block',
  silent: 'Did not answer within 10 s',
  differs: 'Does not have this block',
}

const factsOf = ({ receipt, nonce, second }: Transaction, place: string) => [
  ['State', place] as const,
  ...(receipt
    ? [
        ['Outcome', receipt.status === '0x1' ? 'Succeeded' : 'Reverted'] as const,
        ['Block', count(BigInt(receipt.blockNumber))] as const,
        ['Gas used', count(BigInt(receipt.gasUsed))] as const,
      ]
    : []),
  ...(second ? [['Second RPC', opinions[second]] as const] : []),
  ['Nonce', count(nonce)] as const,
]

const placeOf = ({ index, receipt, sent, sealed }: Transaction, state: State): string => {
  if (sealed) return state.final ? 'Final' : 'Sealed'
  if (receipt) return 'Pre-confirmed'
  if (isSettled(state, index)) return 'Replaced'
  return sent ? 'Sent' : 'Signed, not sent yet'
}
