import type { Approval } from '@/lib/db'
import { Host } from '../ui/Host'
import styles from './Asker.module.css'

/** Who asks: the site, and the other one around it where it is a frame. */
export const Asker = ({ row: { origin, top } }: { row: Pick<Approval, 'origin' | 'top'> }) => {
  if (top === undefined || top === origin) return <Host origin={origin} />
  return (
    <>
      <span className={styles.word}>Frame</span> <Host origin={origin} />{' '}
      <span className={styles.word}>inside</span>{' '}
      {top === '' ? <span>another site</span> : <Host origin={top} />}
    </>
  )
}
