import { t, type Key } from '../text/messages'
import type { BatchView } from './batchViews'
import { stageOf } from './stage'
import styles from './batch.module.css'

const names: readonly Key[] = ['stage_sent', 'stage_block', 'stage_final']

/** How far a batch got, as three strokes: sent, in a block, final. Nothing where nothing was sent. */
export const Stages = ({ view: { batch, state } }: { view: BatchView }) => {
  const stage = stageOf(batch, state)
  if (stage === 0) return null
  return (
    <ol className={styles.stages} aria-label={t('stage_label')}>
      {names.map((name, index) => (
        <li
          key={name}
          className={index < stage ? styles.reached : undefined}
          aria-current={index === stage - 1 ? 'step' : undefined}
        >
          {t(name)}
        </li>
      ))}
    </ol>
  )
}
