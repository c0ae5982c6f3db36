import { t } from '../text/messages'
import { dayText } from '../text/time'
import { useListed } from '../tokens/useListed'
import styles from './Changes.module.css'

/** Says that a token is on no list of the wallet, and of which day that list is. */
export const Unlisted = () => {
  const listed = useListed()
  if (!listed || listed === 'failed') return null
  return <span className={styles.label}>{t('token_unlisted', dayText(listed.listDate))}</span>
}
