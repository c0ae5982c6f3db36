import { Button as Base } from '@base-ui/react/button'
import styles from './Button.module.css'

/** A button. Disabled it keeps its place in the tab order, so that its reason can be read out. */
export const Button = ({
  kind = 'secondary',
  isSmall = false,
  ...props
}: Omit<Base.Props, 'className'> & {
  kind?: 'primary' | 'secondary' | 'danger' | 'quiet' | undefined
  isSmall?: boolean
}) => (
  <Base
    focusableWhenDisabled
    {...props}
    className={[styles.button, styles[kind], isSmall && styles.small].filter(Boolean).join(' ')}
  />
)
