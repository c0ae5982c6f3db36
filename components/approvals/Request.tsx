import { useEffect, useId, useRef, type ReactNode } from 'react'
import { isGrave, risksOf, type Doubt } from '@/lib/approvals/danger'
import type { Approval } from '@/lib/db'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Problem } from '../ui/Problem'
import { type Approvable, withSeen } from './approvable'
import { RequestOrigin, RequestOriginWarnings } from './RequestOrigin'
import styles from './Request.module.css'
import { labelOf, Risks } from './Risks'
import { useArmed } from './useArmed'
import type { Decide } from './useDecision'
import { siteSeen, useSiteWarnings } from './useSiteWarnings'
import { useSteps } from './useSteps'
import { t } from '../text/messages'
import { hostOf } from '../text/origin'
import { visible } from '../text/visible'

/** A request on the screen, and how many wait with it. */
export type RequestProps = { row: Approval; waiting: number }

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
  doubts,
  verb,
  word,
}: RequestProps & {
  /** The rest of the heading after the name of the site. */
  asks: string
  /** The account that the request is about. */
  about?: ReactNode
  children: ReactNode
  /** Warnings: they stand above all else, and a late one demands that the window is looked at anew. */
  notices?: ReactNode
  /** Costs and consequences, right above the buttons; a balance that is too low is said here. */
  terms?: ReactNode
  decide: Decide
  /** The decision of Approve: undefined while there is none yet, null if there never will be. */
  approval: Approvable | undefined | null
  /** All that speaks against the request but its site, from `doubts.ts`: they decide what approving takes. */
  doubts: readonly Doubt[]
  /** What Approve does, where all of it is known exactly. */
  verb?: string | undefined
  /** The word that the user types to approve a request of danger `type it`; by default the host of the site. */
  word?: string | undefined
}) => {
  const { isPending, error, approve, reject } = decide
  const site = useSiteWarnings(row)
  const toType = visible(word ?? hostOf(row.origin))
  // Nothing is armed before the site's name was compared, and a warning about it has to be seen.
  const compared = approval && withSeen(approval, siteSeen(site.check))
  const named = compared && withSeen(compared, verb ?? 'approve')
  const steps = useSteps(named, [...doubts, ...site.doubts], toType)
  const { isArmed, button } = useArmed(steps.seen, steps.hold)
  const heading = useRef<HTMLHeadingElement>(null)
  const termsId = useId()

  // A new request must not meet a key that was meant for the one before it.
  useEffect(() => heading.current?.focus(), [])

  const risks = risksOf(steps.doubts)
  const [gravest] = risks
  const isSafe = gravest === undefined && approval !== null && !isGrave(steps.doubts)
  const isTyping = approval !== null && steps.danger === 'type it'
  return (
    <div className={styles.request}>
      <header className={styles.head}>
        <div className={styles.question}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            <RequestOrigin row={row} /> <span className={styles.asks}>{asks}</span>
          </h1>
          <div className={styles.about}>
            {about}
            {waiting > 1 && <span className={styles.count}>{t('request_oneOf', waiting)}</span>}
          </div>
        </div>
        <RequestOriginWarnings warnings={site} />
      </header>
      {/* What scrolls must be within reach of the keyboard, whatever stands in it. */}
      <main className={styles.content} tabIndex={0}>
        <div className={styles.notices}>{notices}</div>
        {children}
      </main>
      <footer className={styles.foot}>
        <div id={termsId} className={styles.terms}>
          {terms}
          {approval && (steps.isSecond || isTyping) && (
            // A step that the user took is told at once; the word to type is there from the start.
            <Risks risks={risks} word={toType} isAlert={steps.isSecond} />
          )}
          {isTyping && (
            <Field
              label={t('request_type', toType)}
              name="word"
              error={undefined}
              autoComplete="off"
              value={steps.typed}
              onValueChange={steps.setTyped}
            />
          )}
          <Problem text={error} />
        </div>
        <div className={`${styles.buttons} ${isSafe ? styles.calm : ''}`}>
          <Button kind={isSafe ? 'secondary' : 'primary'} disabled={isPending} onClick={reject}>
            {t('request_reject')}
          </Button>
          {/*
           * Disabled for as long as: a decision is under way (useDecision.ts); the window has no focus, shows this
           * for less than 500 ms, or was clicked too early (useArmed.ts); the outcome got worse 700 ms ago or less
           * (useApproval.ts); a word is to be typed (useSteps.ts); there is no quote yet, the balance is too low, or
           * edited calls do not succeed (approval.ts); the site's name is not compared yet (useSiteWarnings.ts); the
           * words of publishers are being loaded (useRegistry.ts).
           */}
          {approval !== null && (
            <Button
              kind={isSafe ? 'primary' : 'danger'}
              name="approve"
              ref={button}
              disabled={isPending || !isArmed}
              aria-describedby={termsId}
              onClick={() => approve(steps.decide)}
            >
              {gravest === undefined
                ? (verb ?? t('request_approve'))
                : steps.isSecond
                  ? labelOf(gravest)
                  : t('approve_anyway')}
            </Button>
          )}
        </div>
      </footer>
    </div>
  )
}
