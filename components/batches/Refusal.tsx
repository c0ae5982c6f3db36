import { isAbandoned, openTransactions } from '@/lib/batch/machine'
import type { State, Transaction } from '@/lib/batch/state'
import { quoted } from '../calls/Why'
import { t, type Key } from '../text/messages'
import { Text } from '../text/Text'
import { Notice } from '../ui/Notice'

const sentences: Record<string, Key> = {
  busy: 'refused_busy',
  fee: 'refused_fee',
  funds: 'refused_funds',
  unfit: 'refused_unfit',
  // Words for what a bundler did.
  refused: 'refused_bundler',
  wrong: 'refused_bundler',
}

/**
 * Says why a node refuses a batch's transaction, what helps, and what the node itself wrote; also of one that a node had
 * and dropped.
 */
export const Refusal = ({ state }: { state: State }) => {
  // A transaction that is sent no more needs no help.
  const isOut = ({ index }: Transaction) =>
    !isAbandoned(state) && !Object.hasOwn(state.overtaken, index)
  const open = openTransactions(state).find((one) => one.refused && isOut(one))
  return (
    open?.refused && (
      <Notice tone="warn">
        <p>{t(sentences[open.refused] ?? 'refused_node')}</p>
        {open.refusedWith && (
          <p>
            <Text id="refused_says" values={[quoted(open.refusedWith)]} />
          </p>
        )}
      </Notice>
    )
  )
}
