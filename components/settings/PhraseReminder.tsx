import { t } from '../text/messages'
import { Notice } from '../ui/Notice'
import { useSetting } from './useSetting'
import styles from '../shell/Banner.module.css'

/** Stays until the words of a phrase that was made here were typed once from paper. */
export const PhraseReminder = () =>
  useSetting('isPhraseUnchecked') ? (
    <aside className={styles.banner}>
      <Notice tone="warn">
        {t('reminder')} <a href="#backup">{t('reminderLink')}</a>
      </Notice>
    </aside>
  ) : null
