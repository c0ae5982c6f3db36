import type { ReactNode } from 'react'
import { BackBar } from './BackBar'
import styles from './SubScreen.module.css'

/** The frame of a screen that another one leads to: the way back, its title, its content. */
export const SubScreen = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <>
    <BackBar />
    <main className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </main>
  </>
)
