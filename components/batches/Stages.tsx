import { strokes } from '../Logo'
import { t, type Key } from '../text/messages'
import type { BatchView } from './batchViews'
import { stageOf } from './stage'
import styles from './batch.module.css'

const names: readonly Key[] = ['stage_sent', 'stage_block', 'stage_final']

/**
 * How far a batch got, by the three strokes of the mark: sent, in a block, final. Nothing where nothing was sent.
 */
export const Stages = ({ view: { batch, state } }: { view: BatchView }) => {
  const stage = stageOf(batch, state)
  if (stage === 0) return null
  const isReached = (index: number) => (index < stage ? styles.reached : undefined)
  return (
    <div className={styles.stages}>
      <svg width={40} height={40} viewBox="4 4 24 24" aria-hidden="true">
        {strokes.map((stroke, index) => (
          <path key={stroke} d={stroke} className={isReached(index)} />
        ))}
      </svg>
      <ol aria-label={t('stage_label')}>
        {names.map((name, index) => (
          <li
            key={name}
            className={isReached(index)}
            aria-current={index === stage - 1 ? 'step' : undefined}
          >
            {t(name)}
          </li>
        ))}
      </ol>
    </div>
  )
}
