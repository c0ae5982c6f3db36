import { useEffect, type ReactNode } from 'react'
import { setPlace, type MainScreen } from '../store/navigation'
import { t } from '../text/messages'
import { Navigation } from './Navigation'
import { PageHeader } from './PageHeader'
import { placeNames } from './placeNames'
import styles from './TopScreen.module.css'

/** The frame of the screens that the navigation leads to: name and lock above, content, the ways below. */
export const TopScreen = ({
  name,
  hasCards = false,
  children,
}: {
  name: MainScreen
  /** The content stands on cards of its own. */
  hasCards?: boolean
  children: ReactNode
}) => {
  // The way back from what is opened here leads here.
  useEffect(() => setPlace(name), [name])

  return (
    <div className={styles.screen}>
      <PageHeader title={t(placeNames[name])}>
        <Navigation current={name} />
      </PageHeader>
      <main className={hasCards ? `${styles.content} ${styles.cards}` : styles.content}>
        {children}
      </main>
    </div>
  )
}
