import { ArrowUpRight } from 'lucide-react'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { hostOf } from '../text/origin'
import styles from './tile.module.css'

/** A hue for a text, the same everywhere. */
const hueOf = (text: string): number =>
  Array.from(text).reduce((hue, char) => (hue * 31 + (char.codePointAt(0) ?? 0)) % 360, 7)

/** A site as its first letter on a colour of its own; the wallet itself as an arrow. It tells rows apart, no more. */
export const SiteTile = ({ origin }: { origin: string }) => {
  if (origin === internalOrigin)
    return (
      <span className={`${styles.tile} ${styles.own}`} aria-hidden>
        <ArrowUpRight size={20} />
      </span>
    )
  const host = hostOf(origin).replace(/^http:\/\//, '')
  return (
    <span
      className={styles.tile}
      style={{ background: `hsl(${hueOf(origin)} 45% 32%)` }}
      aria-hidden
    >
      {Array.from(host)[0]?.toUpperCase()}
    </span>
  )
}
