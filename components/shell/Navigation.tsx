import { Globe, History, House, Settings, type LucideIcon } from 'lucide-react'
import type { MainScreen } from '../store/navigation'
import { t } from '../text/messages'
import styles from './Navigation.module.css'
import { placeNames } from './placeNames'

const places: readonly [MainScreen, LucideIcon][] = [
  ['', House],
  ['activity', History],
  ['sites', Globe],
  ['settings', Settings],
]

/** The ways between the main screens: below in a popup, beside the name in a tab. */
export const Navigation = ({ current }: { current: MainScreen }) => (
  <nav className={styles.ways} aria-label={t('navLabel')}>
    {places.map(([place, Icon]) => (
      <a
        key={place}
        className={styles.way}
        href={`#${place}`}
        aria-current={place === current ? 'page' : undefined}
      >
        <Icon size={20} aria-hidden />
        {t(placeNames[place])}
      </a>
    ))}
  </nav>
)
