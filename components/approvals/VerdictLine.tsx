import { CircleCheck, CircleQuestionMark, CircleX, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isDoubtful, withoutFees, type Doubt } from '@/lib/approvals/danger'
import type { Quote } from '@/lib/simulate/quote'
import { count } from '../text/amount'
import { plural, t } from '../text/messages'
import { Skeleton } from '../ui/Skeleton'
import layout from '../ui/layout.module.css'
import styles from './Terms.module.css'
import type { Guard } from '../calls/guard'
import { useSiteWarnings } from './useSiteWarnings'

/** How long a change stands in the place of the verdict, in ms. */
const fresh = 4_000

const icons = { succeeds: CircleCheck, fails: CircleX, unknown: CircleQuestionMark }

const tones = {
  succeeds: layout.good,
  fails: layout.bad,
  unknown: layout.warn,
  changed: layout.warn,
}

const sentenceOf = ({ verdict, calls, failing, unchecked }: Quote): string => {
  if (verdict === 'unknown') return t('fate_unknown')
  if (verdict === 'fails')
    return failing?.index == null ? t('fate_fails') : t('fate_failsAt', failing.index + 1)
  return unchecked.length > 0 ? t('fate_partly') : plural('fate_succeeds', calls.length)
}

const modeOf = ({ mode, calls }: Quote): string | undefined => {
  if (mode === 'one') return undefined
  return mode === 'atomic' ? t('verdict_atomic') : plural('verdict_sequence', calls.length)
}

type Said = {
  quote: Quote | undefined
  guard: Guard | undefined
  doubts: readonly Doubt[]
}

/** Shows the verdict of the simulation and how the calls run, with any change that held Approve back. */
export const VerdictLine = ({ quote, guard, doubts }: Said) => {
  const turn = guard?.turn ?? 0
  const [told, setTold] = useState(0)
  useEffect(() => {
    if (turn === 0) return
    const timer = setTimeout(() => setTold(turn), fresh)
    return () => clearTimeout(timer)
  }, [turn])
  const isChanged = turn > told
  // A simulation that saw only a part must not read as safe.
  const isPartly = quote?.verdict === 'succeeds' && quote.unchecked.length > 0
  const verdict = isPartly ? 'unknown' : (quote?.verdict ?? 'unknown')
  const isHeld = verdict === 'succeeds' && isDoubtful(doubts)
  const kind = isChanged || isHeld ? 'changed' : verdict
  const Icon = isChanged || isHeld ? TriangleAlert : icons[verdict]
  const mode = quote && modeOf(quote)
  return (
    <div className={`${layout.spread} ${styles.fate}`}>
      {/* Politely: what has changed stands on its own line, marked. */}
      <p role="status" className={`${layout.iconLine} ${styles.verdict} ${tones[kind]}`}>
        {quote ? (
          <>
            <Icon size={16} aria-hidden />
            <span>
              {isChanged && guard && guard.bounded.length > 0
                ? t('fate_bounded')
                : isChanged
                  ? t('fate_changed')
                  : isHeld && isDoubtful(withoutFees(doubts))
                    ? t('fate_grave')
                    : sentenceOf(quote)}
            </span>
          </>
        ) : (
          <Skeleton width={20} />
        )}
      </p>
      <span className={`${layout.muted} ${layout.small}`}>
        {quote ? (
          <>
            {mode && <span className={styles.mode}>{mode}</span>}
            {mode && ' · '}
            {t('fate_block', count(BigInt(quote.block.number)))}
          </>
        ) : (
          <Skeleton width={12} />
        )}
      </span>
    </div>
  )
}

/** Shows the verdict on a request, which is no good news beside a doubt about its site either. */
export const VerdictOfRequest = ({
  row,
  doubts,
  ...said
}: Said & { row: Parameters<typeof useSiteWarnings>[0] }) => {
  const site = useSiteWarnings(row)
  return <VerdictLine {...said} doubts={[...doubts, ...site.doubts]} />
}
