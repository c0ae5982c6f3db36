import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Choice.module.css'

/** A checkbox with its label, all of it to click on. */
export const Checkbox = ({
  isChecked,
  isDisabled = false,
  onChange,
  children,
}: {
  isChecked: boolean
  isDisabled?: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}) => (
  <label className={styles.choice}>
    <Base.Root
      className={styles.box}
      checked={isChecked}
      disabled={isDisabled}
      onCheckedChange={onChange}
    >
      <Base.Indicator>
        <Check size={12} strokeWidth={3} aria-hidden />
      </Base.Indicator>
    </Base.Root>
    {children}
  </label>
)
