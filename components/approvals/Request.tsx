import { useEffect, useId, useRef, type ReactNode } from 'react'
import type { Approval } from '@/lib/db'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import { RequestOrigin, RequestOriginWarnings } from './RequestOrigin'
import styles from './Request.module.css'
import { useArmed } from './useArmed'
import type { Decide } from './useDecision'
import { siteSeen, useSiteWarnings } from './useSiteWarnings'
import { t } from '../text/messages'

/** A request on the screen, and how many wait with it. */
export type RequestProps = { row: Approval; waiting: number }

/** An approval that the button may send: its decision, and the content that the user must have seen. */
export type Approvable = {
  /** The decision, or a function that finds it at the click: undefined if the content changed. */
  decision: unknown
  seen: string
  /** How long that must have been seen, in ms. */
  hold?: number
  /** Replaces the label of the button. */
  label?: string
}

/** The frame of every request: who asks for what, the content, the terms, the two buttons. */
export const Request = ({
  row,
  waiting,
  asks,
  about,
  children,
  notices,
  terms,
  decide,
  approval,
  isAdvisedAgainst = false,
}: RequestProps & {
  /** The rest of the heading after the name of the site. */
  asks: string
  /** The account that the request is about. */
  about?: ReactNode
  children: ReactNode
  /** Warnings, in a column of their own: a late one moves nothing that is being read. */
  notices?: ReactNode
  /** Costs and consequences, right above the buttons; a balance that is too low is said here. */
  terms?: ReactNode
  decide: Decide
  /** The decision of Approve: undefined while there is none yet, null if there never will be. */
  approval: Approvable | undefined | null
  isAdvisedAgainst?: boolean
}) => {
  const { isPending, error, approve, reject } = decide
  const site = useSiteWarnings(row)
  // Nothing is armed before the site's name was looked at, and a warning has to be seen.
  const checked = siteSeen(site.check)
  const seen = approval && checked !== undefined ? approval.seen + checked : undefined
  const isArmed = useArmed(seen, approval?.hold)
  const heading = useRef<HTMLHeadingElement>(null)
  const termsId = useId()

  // A new request must not meet a key that was meant for the one before it.
  useEffect(() => heading.current?.focus(), [])

  const isSafe = !isAdvisedAgainst && site.doubts.length === 0 && approval !== null
  return (
    <div className={styles.request}>
      <header className={styles.head}>
        <div className={styles.question}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            <RequestOrigin row={row} /> <span className={styles.asks}>{asks}</span>
          </h1>
          {waiting > 1 && <span className={styles.count}>{t('request_oneOf', waiting)}</span>}
        </div>
        <RequestOriginWarnings warnings={site} />
        {about}
      </header>
      {/* What scrolls must be within reach of the keyboard, whatever stands in it. */}
      <main className={styles.content} tabIndex={0}>
        {children}
      </main>
      {/* May scroll as well, on small windows. */}
      <aside className={styles.notices} tabIndex={notices ? 0 : undefined}>
        {notices}
      </aside>
      <footer className={styles.foot}>
        <div id={termsId} className={styles.terms}>
          {terms}
          <Problem text={error} />
        </div>
        <div className={styles.buttons}>
          <Button kind={isSafe ? 'secondary' : 'primary'} disabled={isPending} onClick={reject}>
            {t('request_reject')}
          </Button>
          {/*
           * Disabled for as long as: a decision is under way (useDecision.ts); the window has no focus, or shows
           * this for less than 500 ms (useArmed.ts); the outcome got worse 700 ms ago or less (useApproval.ts);
           * there is no quote yet, the balance is too low, or edited calls do not succeed (approval.ts); the
           * site's name is not compared yet (useSiteWarnings.ts).
           */}
          {approval !== null && (
            <Button
              kind={isSafe ? 'primary' : 'secondary'}
              disabled={isPending || !isArmed}
              aria-describedby={termsId}
              onClick={() => approve(() => found(approval?.decision))}
            >
              {approval?.label ?? t('request_approve')}
            </Button>
          )}
        </div>
      </footer>
    </div>
  )
}

const found = (decision: unknown): Promise<unknown> =>
  Promise.resolve(typeof decision === 'function' ? (decision as () => unknown)() : decision)
