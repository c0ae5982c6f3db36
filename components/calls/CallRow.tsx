import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronRight } from 'lucide-react'
import type { Address } from 'viem'
import type { Call } from '@/lib/db'
import type { CallOutcome } from '@/lib/simulate/quote'
import { setCallOpen, useStore } from '../store'
import { CallDetail } from './CallDetail'
import { Sentence } from './Sentence'
import type { Tokens } from './tokens'
import { Verdict } from './Verdict'
import styles from './CallRow.module.css'

type Props = {
  index: number
  call: Call
  from: Address
  tokens: Tokens
  outcome: CallOutcome | undefined
  isOpenAtFirst: boolean
}

/** A call on one line, its details below when opened. */
export const CallRow = ({ index, call, from, tokens, outcome, isOpenAtFirst }: Props) => {
  const isOpen = useStore(({ draft }) => draft.open[index] ?? isOpenAtFirst)
  return (
    <Collapsible.Root open={isOpen} onOpenChange={(open) => setCallOpen(index, open)}>
      <Collapsible.Trigger className={styles.line}>
        <span className={styles.number}>{index + 1}</span>
        <span className={styles.sentence}>
          <Sentence call={call} from={from} tokens={tokens} />
        </span>
        {outcome && <Verdict status={outcome.status} />}
        <ChevronRight size={16} className={styles.chevron} aria-hidden />
      </Collapsible.Trigger>
      {outcome && outcome.status !== 'succeeds' && (
        <p className={styles.reason}>{outcome.reason}</p>
      )}
      <Collapsible.Panel className={styles.panel}>
        <CallDetail call={call} />
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}
