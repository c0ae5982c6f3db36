import { TriangleAlert } from 'lucide-react'
import type { Approval } from '@/lib/db'
import { Host } from '../ui/Host'
import styles from './RequestOrigin.module.css'
import { t } from '../text/messages'
import { hostOf } from '../text/origin'
import { Text } from '../text/Text'
import { useSiteWarnings } from './useSiteWarnings'

/** Warns of a site that asks for the first time, or whose host imitates another. */
export const RequestOriginWarnings = ({ row }: { row: Pick<Approval, 'origin' | 'createdAt'> }) => {
  const { isFirst, imitated } = useSiteWarnings(row)
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
export const RequestOrigin = ({
  row: { origin, top },
}: {
  row: Pick<Approval, 'origin' | 'top'>
}) => {
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
