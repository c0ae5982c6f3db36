import { TriangleAlert } from 'lucide-react'
import type { Approval } from '@/lib/db'
import { Host } from '../ui/Host'
import styles from './Asker.module.css'
import { t } from '../text/messages'
import { hostOf } from '../text/origin'
import { Text } from '../text/Text'
import { useSiteDoubts } from './useSiteDoubts'

/** What there is to know of who asks: whether it is new, and whom it imitates. */
export const AskerDoubts = ({ row }: { row: Pick<Approval, 'origin' | 'createdAt'> }) => {
  const { isFirst, imitated } = useSiteDoubts(row)
  return (
    <>
      {isFirst && <span className={styles.mark}>{t('siteFirst')}</span>}
      {imitated && (
        <span className={styles.imitates} role="alert">
          <TriangleAlert size={16} aria-hidden />
          {t('siteImitates', hostOf(imitated))}
        </span>
      )}
    </>
  )
}

/** Who asks: the site, and the other one around it where it is a frame. */
export const Asker = ({ row: { origin, top } }: { row: Pick<Approval, 'origin' | 'top'> }) => {
  if (top === undefined || top === origin) return <Host origin={origin} />
  return (
    <span className={styles.words}>
      <Text
        id="frameInside"
        values={[
          <Host origin={origin} />,
          top === '' ? <span>{t('anotherSite')}</span> : <Host origin={top} />,
        ]}
      />
    </span>
  )
}
