import { ArrowLeft } from 'lucide-react'
import { useNavigation } from '../store/navigation'
import styles from './bar.module.css'
import { t } from '../text/messages'

/** The way back: to the address given, or else to the main screen that was shown last. */
export const BackBar = ({ back }: { back?: string | undefined }) => {
  const place = useNavigation((store) => store.place)
  return (
    <header className={`${styles.bar} ${styles.lean}`}>
      <a className={styles.back} href={`#${back ?? place}`}>
        <ArrowLeft size={16} aria-hidden />
        {t('back')}
      </a>
    </header>
  )
}
