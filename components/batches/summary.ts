import type { Batch } from '@/lib/db'
import { revocationOf } from '../delegate/name'
import { number, plural, t } from '../text/messages'

/** Describes a batch in a few words. */
export const summaryOf = ({ calls, revokes, nonce }: Batch): string => {
  if (nonce !== undefined) return t('summary_fill', number(nonce))
  return revokes ? revocationOf(revokes) : plural('calls', calls.length)
}
