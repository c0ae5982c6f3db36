import { t, type Key } from '../text/messages'
import layout from '../ui/layout.module.css'
import type { Judgement, Strength } from './password'
import styles from './PasswordMeter.module.css'

const words: Record<Strength, Key> = {
  1: 'strength_veryWeak',
  2: 'strength_weak',
  3: 'strength_strong',
  4: 'strength_veryStrong',
}

const steps: readonly Strength[] = [1, 2, 3, 4]

/** How hard a password is to guess, in four steps and a word; why it will not do, unless that is said elsewhere. */
export const PasswordMeter = ({
  judgement,
  hasReason,
}: {
  /** Undefined while nothing is typed, or judged for the first time: the room is held. */
  judgement: Judgement | undefined
  hasReason: boolean
}) => {
  const { strength = 0, reason } = judgement ?? {}
  const word = strength === 0 ? '' : t(words[strength])
  return (
    <div className={styles.strength}>
      <span
        className={`${styles.meter} ${strength >= 3 ? styles.good : styles.bad}`}
        role="meter"
        aria-label={t('strength')}
        aria-valuemin={0}
        aria-valuemax={steps.length}
        aria-valuenow={strength}
        aria-valuetext={word}
      >
        {steps.map((step) => (
          <span key={step} className={step <= strength ? styles.on : undefined} />
        ))}
      </span>
      <div className={styles.said} role="status">
        {judgement && (
          <>
            <span className={strength >= 3 ? layout.good : layout.bad}>{word}</span>
            {hasReason && reason && <span className={layout.muted}> · {t(reason)}</span>}
          </>
        )}
      </div>
    </div>
  )
}
