import { hostOf } from '../text/origin'
import styles from './Host.module.css'

/** A site's origin exactly as it is: whole, wrapped where it must be, punycode left as punycode. */
export const Host = ({ origin }: { origin: string }) => (
  <bdi className={styles.host}>{hostOf(origin)}</bdi>
)
