import { Button } from '@base-ui/react/button'
import { Volume2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { groupsOf } from '../text/groups'
import { t } from '../text/messages'
import { shortHex } from '../text/shortHex'
import layout from './layout.module.css'
import styles from './digits.module.css'

/**
 * Lets the digits of an address, its children, be heard by their first and last eight, and read out whole on demand.
 * The button for that is seen only while it has the focus of a screen reader: the eye has the whole address.
 */
export const HeardAddress = ({ value, children }: { value: string; children: ReactNode }) => {
  const [times, setTimes] = useState(0)
  return (
    <span className={styles.heard}>
      <span role="img" aria-label={shortHex(value)}>
        {children}
      </span>
      <Button
        className={styles.hear}
        aria-label={t('address_hear')}
        tabIndex={-1}
        onClick={() => setTimes(times + 1)}
      >
        <Volume2 size={16} aria-hidden />
      </Button>
      <span aria-live="polite" className={layout.heard}>
        {/* A live region that stays as it is is not read again. */}
        {times > 0 && `${groupsOf(value).join(' ')}${times % 2 === 0 ? '\u00a0' : ''}`}
      </span>
    </span>
  )
}
