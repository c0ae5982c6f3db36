import { useBatches, type BatchView } from '../hooks'
import { useStore } from '../store'
import { StatusWord } from '../batches/StatusWord'
import { wordOf } from '../batches/word'
import { some } from '../text/amount'
import { networkName } from '../text/network'
import { timeText } from '../text/time'
import { Host } from '../ui/Host'
import { Section } from '../ui/Section'
import styles from './List.module.css'

/** The newest batches, live. */
export const Activity = () => {
  const views = useBatches(50)
  return (
    <Section title="Activity">
      {views?.length === 0 && (
        <p className={styles.muted}>
          Nothing sent yet. When a connected site asks for it, you see here what became of it.
        </p>
      )}
      <ul className={styles.list}>
        {views?.map((view) => (
          <Row key={view.batch.key} view={view} />
        ))}
      </ul>
    </Section>
  )
}

const Row = ({ view }: { view: BatchView }) => {
  const isUnlocked = useStore(({ session }) => session?.isUnlocked ?? false)
  const { key, origin, calls, chainId, createdAt } = view.batch
  return (
    <li>
      <a className={`${styles.item} ${styles.link}`} href={`#${key}`}>
        <span className={`${styles.line} ${styles.top}`}>
          <Host origin={origin} />
          <StatusWord word={wordOf(view, isUnlocked)} />
        </span>
        <span className={styles.muted}>
          {some(calls.length, 'call')} on {networkName(chainId)}, {timeText(createdAt)}
        </span>
      </a>
    </li>
  )
}
