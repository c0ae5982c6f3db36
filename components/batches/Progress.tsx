import { transactionCount, winner } from '@/lib/batch/machine'
import { statusCode } from '@/lib/batch/status'
import type { BatchView } from './batchViews'
import { t } from '../text/messages'
import styles from './batch.module.css'

/** How many of a batch's transactions are in a block, and how many are out; nothing once it is over. */
export const Progress = ({ view: { batch, state } }: { view: BatchView }) => {
  if (statusCode(batch, state) !== 100) return null
  const all = transactionCount(batch)
  const indexes = Array.from({ length: all }, (_, index) => index)
  const isOut = (index: number) => state.transactions.some((one) => one.index === index)
  const done = indexes.filter((index) => winner(state, index)).length
  return (
    <span
      className={styles.bar}
      role="progressbar"
      aria-label={t('batch_inBlocks', done, all)}
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={done}
    >
      {indexes.slice(0, most).map((index) => (
        <span
          key={index}
          className={
            winner(state, index) ? styles.done : isOut(index) ? styles.out : styles.waiting
          }
        />
      ))}
    </span>
  )
}

/** More pieces than this cannot be told apart. */
const most = 50
