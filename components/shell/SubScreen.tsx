import type { ReactNode } from 'react'
import { Heading } from '../ui/Heading'
import { BackBar } from './BackBar'
import styles from './SubScreen.module.css'

/** The frame of a screen that another one leads to: the way back, its title, its content. */
export const SubScreen = ({
  title,
  back,
  children,
}: {
  /** Left out where the content begins with one of its own. */
  title?: ReactNode
  /** The address it is reached from, where that is no main screen. */
  back?: string
  children: ReactNode
}) => (
  <>
    <BackBar back={back} />
    <main className={styles.page}>
      {title !== undefined && <Heading className={styles.title}>{title}</Heading>}
      {children}
    </main>
  </>
)
