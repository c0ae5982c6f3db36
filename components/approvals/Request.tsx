import { useId, useRef, type ReactNode } from 'react'
import { isGrave, risksOf, type Doubt } from '@/lib/approvals/danger'
import type { Approval } from '@/lib/db'
import { Button } from '../ui/Button'
import { Heading } from '../ui/Heading'
import { Problem } from '../ui/Problem'
import { SiteTile } from '../ui/SiteTile'
import { withSeen, type Readiness } from './approvable'
import { RequestOrigin, RequestOriginWarnings } from './RequestOrigin'
import styles from './Request.module.css'
import { labelOf } from './Risks'
import { StepTerms } from './StepTerms'
import { useArmed } from './useArmed'
import { rejectKey, useRejectKey } from './useRejectKey'
import type { Decide } from './useDecision'
import { siteSeen, useSiteWarnings } from './useSiteWarnings'
import { useSteps } from './useSteps'
import { usePlace } from '../store/place'
import { whyGrey } from './whyGrey'
import { t } from '../text/messages'
import { hostOf } from '../text/origin'
import { visible } from '../text/visible'
import { loadedLater } from '../hooks/loadedLater'
import { useGlide } from '../hooks/useGlide'

const GreyLine = loadedLater(async () => (await import('./GreyLine')).GreyLine)

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
  isLoading,
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
  /** The decision of Approve, or why there is none yet; null if there never will be. */
  approval: Readiness
  /** All that speaks against the request but its site, from `doubts.ts`: they decide what approving takes. */
  doubts: readonly Doubt[]
  /** Words for what Approve does, where all of it is known exactly. */
  verb?: string | undefined
  /** The word that the user types to approve a request of danger `type it`; by default the host of the site. */
  word?: string | undefined
  /** True while the content waits for the node; absent where nothing of it does. */
  isLoading?: boolean
}) => {
  const { isPending, error, approve, reject } = decide
  const site = useSiteWarnings(row)
  const toType = visible(word ?? hostOf(row.origin))
  // Nothing is armed before the site's name was compared, and a warning about it has to be seen.
  const compared = siteSeen(site.check)
  const named = withSeen(approval, compared && `${compared} ${verb ?? 'approve'}`, 'site name')
  const found = typeof named === 'string' ? undefined : named
  const steps = useSteps(found, [...doubts, ...site.doubts], toType)
  const turn = usePlace((place) => place.turn)
  const seen = steps.seen === undefined ? undefined : `${steps.seen} ${turn}`
  const { isArmed, isEarly, hasFocus, button } = useArmed(seen, steps.hold)
  const why = whyGrey([
    typeof named === 'string' && named,
    isPending && 'deciding',
    !steps.isTyped && 'word untyped',
    !hasFocus && 'no focus',
    found?.missed,
    // Who clicked while a worse outcome was held meant the one before it.
    isEarly && (steps.hold === undefined ? 'too early' : 'changed'),
    !isArmed && 'arming',
  ])
  useRejectKey(reject, isPending)
  const termsId = useId()
  const whyId = useId()
  const content = useRef<HTMLElement>(null)
  useGlide(content, isLoading)

  const [gravest] = risksOf(steps.doubts)
  const isSafe = gravest === undefined && approval !== null && !isGrave(steps.doubts)
  return (
    <div className={styles.request}>
      <header className={styles.head}>
        <div className={styles.question}>
          <SiteTile origin={row.origin} />
          <Heading takesFocus className={styles.title}>
            <RequestOrigin row={row} /> <span className={styles.asks}>{asks}</span>
          </Heading>
          <div className={styles.about}>
            {about}
            {waiting > 1 && <span className={styles.count}>{t('request_oneOf', waiting)}</span>}
          </div>
        </div>
        <RequestOriginWarnings warnings={site} />
      </header>
      {/* Content that scrolls must be within reach of the keyboard, whatever stands in it. */}
      <main ref={content} className={styles.content} tabIndex={0}>
        <div className={styles.notices}>{notices}</div>
        {children}
      </main>
      <footer className={styles.foot}>
        <div id={termsId} className={styles.terms}>
          {terms}
          {approval !== null && (
            <StepTerms steps={steps} word={toType} isReady={found !== undefined} />
          )}
          <Problem text={error} />
        </div>
        <div className={`${styles.buttons} ${isSafe ? styles.calm : ''}`}>
          <Button
            kind={isSafe ? 'secondary' : 'primary'}
            disabled={isPending}
            aria-keyshortcuts={rejectKey}
            onClick={reject}
          >
            {t('request_reject')}
          </Button>
          {/* Why this is disabled (grey): every reason stands in whyGrey.ts, and the line below says it. */}
          {approval !== null && (
            <Button
              kind={isSafe ? 'primary' : 'danger'}
              name="approve"
              ref={button}
              disabled={isPending || !isArmed}
              aria-describedby={`${termsId} ${whyId}`}
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
        {/* Its room is held, so that nothing moves when a reason comes or goes. */}
        <p id={whyId} aria-live="polite" className={styles.why}>
          <GreyLine why={approval === null ? undefined : why} clicked={isEarly} />
        </p>
      </footer>
    </div>
  )
}
