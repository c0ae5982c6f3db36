import type { Failing } from '@/lib/db/outcome'
import { Why } from '../calls/Why'
import { t, type Key } from '../text/messages'
import { Text } from '../text/Text'

/** How a failure is known: by the node's trace, by a run on the block before, or by the simulation that was seen. */
type KnownBy = 'trace' | 'run' | 'seen'

const sentences: Record<KnownBy, { call: Key; whole: Key }> = {
  trace: { call: 'failed_call', whole: 'failed_whole' },
  run: { call: 'failed_rerun', whole: 'failed_rerunWhole' },
  seen: { call: 'failed_seen', whole: 'failed_seenWhole' },
}

/** Says which of a batch's calls failed and why; without `failing`, that it does not fail when it is run again. */
export const FailedCall = ({
  by,
  failing,
  count,
}: {
  by: KnownBy
  failing: Failing | undefined
  /** How many calls the batch has: of a single one no number is said. */
  count: number
}) => {
  if (!failing) return t('failed_rerunNot')
  const { index, reason } = failing
  const { call, whole } = sentences[by]
  const why = <Why reason={reason} />
  return index === null || count === 1 ? (
    <Text id={whole} values={[why]} />
  ) : (
    <Text id={call} values={[index + 1, why]} />
  )
}
