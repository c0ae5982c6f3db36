import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Disclosure.module.css'

/** Details that are closed at first. */
export const Disclosure = ({ title, children }: { title: string; children: ReactNode }) => (
  <Collapsible.Root>
    <Collapsible.Trigger className={styles.line}>
      <ChevronRight size={16} aria-hidden />
      {title}
    </Collapsible.Trigger>
    <Collapsible.Panel className={styles.panel}>{children}</Collapsible.Panel>
  </Collapsible.Root>
)
