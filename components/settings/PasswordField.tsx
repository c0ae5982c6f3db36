import { t } from '../text/messages'
import { Field } from '../ui/Field'

/** The password that the wallet has, as `password` in its form. */
export const PasswordField = ({ error }: { error: string | undefined }) => (
  <Field
    label={t('password')}
    name="password"
    type="password"
    autoComplete="current-password"
    error={error}
    autoFocus
  />
)
