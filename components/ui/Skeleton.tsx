import styles from './Skeleton.module.css'

/** Holds the place of a text that is not known yet, about `width` characters of it. */
export const Skeleton = ({ width }: { width: number }) => (
  <span className={styles.skeleton} style={{ width: `${width}ch` }} aria-hidden="true" />
)
