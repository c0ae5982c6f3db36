import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronRight } from 'lucide-react'
import { memo, useMemo } from 'react'
import type { Call } from '@/lib/db'
import type { CallOutcome } from '@/lib/simulate/quote'
import { useLoadNetworks } from '../hooks/queries'
import { setCallOpen, useApprovalDraft } from '../store/approval'
import { Alerts } from './Alerts'
import { SentencePlace } from './counterparties'
import type { Place } from './place'
import { readingOf } from './read'
import { Sentence } from './Sentence'
import { Verdict } from './Verdict'
import { Why } from './Why'
import styles from './CallRow.module.css'
import { loadedLater } from '../hooks/loadedLater'

/** Loaded when a call is opened. */
const CallDetail = loadedLater(async () => (await import('./CallDetail')).CallDetail)

type Props = Place & {
  index: number
  call: Call
  outcome: CallOutcome | undefined
  /** True if every call would succeed. */
  isCalm: boolean
}

/**
 * A call on one line, its details below when opened. It is drawn anew only for itself: a long list is drawn as it scrolls,
 * and a whole request whenever something comes late.
 */
export const CallRow = memo(({ index, call, outcome, isCalm, ...place }: Props) => {
  // Symbols of coins are looked up below.
  useLoadNetworks()
  const isOpen = useApprovalDraft(({ draft }) => draft.open[index] ?? false)
  const { from, chainId } = place
  const reading = useMemo(() => readingOf(call, { from, chainId }), [call, from, chainId])
  return (
    <Collapsible.Root open={isOpen} onOpenChange={(open) => setCallOpen(index, open)}>
      <Collapsible.Trigger className={styles.line}>
        <span className={styles.number}>{index + 1}</span>
        <span className={styles.sentence}>
          <SentencePlace value={index}>
            <Sentence call={call} reading={reading} place={place} />
          </SentencePlace>
        </span>
        {outcome && <Verdict status={outcome.status} isCalm={isCalm} />}
        <ChevronRight size={14} className={styles.chevron} aria-hidden />
      </Collapsible.Trigger>
      {outcome && outcome.status !== 'succeeds' && (
        // Scrolling content must be within reach of the keyboard.
        <p className={styles.reason} tabIndex={0}>
          <Why reason={outcome.reason} />
        </p>
      )}
      {reading && <Alerts reading={reading} from={from} />}
      <Collapsible.Panel className={styles.panel}>
        <CallDetail call={call} reading={reading} place={place} />
      </Collapsible.Panel>
    </Collapsible.Root>
  )
})
