import { CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Notice.module.css'

const icons = { bad: CircleX, warn: TriangleAlert, info: Info }

/** A sentence to be noticed; `alert` has it read out when it appears. */
export const Notice = ({
  tone,
  isAlert = false,
  children,
}: {
  tone: keyof typeof icons
  isAlert?: boolean | undefined
  children: ReactNode
}) => {
  const Icon = icons[tone]
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={isAlert ? 'alert' : undefined}>
      <Icon size={16} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
