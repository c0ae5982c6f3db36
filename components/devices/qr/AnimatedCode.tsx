import { useEffect, useState } from 'react'
import { number, t } from '../../text/messages'
import { QrCode } from '../../ui/QrCode'
import styles from './Qr.module.css'
import { createParts, type Ur } from './ur'

/** Time in ms that a part is shown: what the cameras of devices follow, which read some ten pictures a second. */
const shown = 100

/** The codes of a message, one after another and without end. */
export const AnimatedCode = ({ ur }: { ur: Ur }) => {
  const [parts] = useState(() => createParts(ur))
  const [at, setAt] = useState(0)
  const { count } = parts
  useEffect(() => {
    if (count <= 1) return undefined
    const timer = setInterval(() => setAt((now) => now + 1), shown)
    return () => clearInterval(timer)
  }, [count])
  return (
    <figure className={styles.figure}>
      <QrCode text={parts.at(at)} label={t('qr_code')} className={styles.code} />
      {count > 1 && (
        <figcaption className={styles.caption}>
          {t('qr_part', number((at % count) + 1), number(count))}
        </figcaption>
      )}
    </figure>
  )
}
