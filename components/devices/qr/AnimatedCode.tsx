import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import { number, t } from '../../text/messages'
import styles from './Qr.module.css'
import { createParts, type Ur } from './ur'

/** Time in ms that a part is shown: what the cameras of devices follow, which read some ten pictures a second. */
const shown = 100

/** The codes of a message, one after another and without end: dark on light in every theme, some cameras read no other. */
export const AnimatedCode = ({ ur }: { ur: Ur }) => {
  const [parts] = useState(() => createParts(ur))
  const [at, setAt] = useState(0)
  const { count } = parts
  useEffect(() => {
    if (count <= 1) return undefined
    const timer = setInterval(() => setAt((now) => now + 1), shown)
    return () => clearInterval(timer)
  }, [count])
  const { data, size } = encode(parts.at(at), { border: 3, ecc: 'L' })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.code}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('qr_code')}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      {count > 1 && (
        <figcaption className={styles.caption}>
          {t('qr_part', number((at % count) + 1), number(count))}
        </figcaption>
      )}
    </figure>
  )
}
