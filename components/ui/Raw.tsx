import styles from './Raw.module.css'

/** A long text exactly as it is, in a box that scrolls. */
export const Raw = ({ text, label }: { text: string; label: string }) => (
  <pre className={styles.raw} tabIndex={0} role="region" aria-label={label}>
    <bdi>{text}</bdi>
  </pre>
)
