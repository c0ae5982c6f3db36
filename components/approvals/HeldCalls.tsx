import { useEffect, useId, useState, type ReactNode } from 'react'
import { t } from '../text/messages'
import { Skeleton } from '../ui/Skeleton'
import layout from '../ui/layout.module.css'

/** How long calls wait for what stands above them, in ms: nobody is kept longer from reading them. */
const patience = 2_000

/** How many lines are held at most; what comes after is below the window. */
const most = 4

/** Tells if content that is still loading would push the calls below it down. */
export const useHeld = (isKnown: boolean): boolean => {
  const [isOver, setOver] = useState(isKnown)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), isKnown ? 0 : patience)
    return () => clearTimeout(timer)
  }, [isKnown])
  return !isKnown && !isOver
}

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

/** The place of the calls, whose height nobody can tell yet. */
export const HeldCalls = ({ count }: { count: number }) => (
  <CallsCard>
    <ol aria-hidden="true">
      {Array.from({ length: Math.min(count, most) }, (_, index) => (
        <li key={index}>
          <Skeleton width={32} />
        </li>
      ))}
    </ol>
  </CallsCard>
)
