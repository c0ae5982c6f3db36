import { ArrowLeft } from 'lucide-react'
import { useStore } from '../store'
import styles from './BackBar.module.css'
import { t } from '../text/messages'

/** The way back to where this was opened from. */
export const BackBar = () => {
  const place = useStore((store) => store.place)
  return (
    <header className={styles.bar}>
      <a className={styles.back} href={`#${place}`}>
        <ArrowLeft size={16} aria-hidden />
        {t('back')}
      </a>
    </header>
  )
}
