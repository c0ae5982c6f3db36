import { useId, type ReactNode } from 'react'
import { t } from '../text/messages'
import layout from '../ui/layout.module.css'

/** The card of the calls: its title is only heard, as the lines say what they are. */
export const CallsCard = ({ children }: { children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={layout.heard}>
        {t('send_calls')}
      </h2>
      {children}
    </section>
  )
}
