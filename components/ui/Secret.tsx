import { Eye, EyeOff } from 'lucide-react'
import { t } from '../text/messages'
import { Button } from './Button'
import { Note } from './Note'
import { useHiddenOnBlur } from './useHiddenOnBlur'
import layout from './layout.module.css'
import styles from './Secret.module.css'

/**
 * A phrase or key to be read, never copied: it is in the page only while it is seen. Held: while the button is
 * pressed, by pointer or by the space bar; else it is shown until it is hidden again.
 */
export const Secret = ({
  secret,
  label,
  isHeld = false,
}: {
  secret: string
  label: string
  isHeld?: boolean
}) => {
  const [isVisible, setVisible] = useHiddenOnBlur()
  const words = secret.split(' ')
  const isPhrase = words.length > 1
  const Icon = isVisible ? EyeOff : Eye
  const press = isHeld
    ? {
        onPointerDown: () => setVisible(true),
        onPointerUp: () => setVisible(false),
        onPointerLeave: () => setVisible(false),
        onPointerCancel: () => setVisible(false),
        onKeyDown: ({ key }: { key: string }) => {
          if (key === ' ' || key === 'Enter') setVisible(true)
        },
        onKeyUp: () => setVisible(false),
        onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
      }
    : { onClick: () => setVisible(!isVisible) }

  return (
    <div className={layout.stack}>
      <div className={`${layout.boxed} ${styles.box}`} role="group" aria-label={label}>
        {isPhrase ? (
          <ol className={styles.words}>
            {words.map((word, at) => (
              <li key={at} className={isVisible ? undefined : layout.muted}>
                {isVisible ? word : '••••••'}
              </li>
            ))}
          </ol>
        ) : (
          <p className={isVisible ? layout.breaks : `${layout.breaks} ${layout.muted}`}>
            {isVisible ? secret : '•'.repeat(secret.length)}
          </p>
        )}
      </div>
      <Button {...press}>
        <Icon size={16} aria-hidden />
        {t(isHeld ? 'secretHold' : isVisible ? 'secretHide' : 'secretShow')}
      </Button>
      {isHeld && <Note>{t('secretHoldHow')}</Note>}
    </div>
  )
}
