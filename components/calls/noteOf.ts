import type { Quote } from '@/lib/simulate/quote'
import type { Key } from '../text/messages'
import { isRightLine, isUsedUp } from './changeRows'

/**
 * The sentence beside the changes, undefined for none. That nothing leaves is said only if all that the calls do
 * is known, and nobody may take it later: `unread` is the number of calls that cannot be read, `shown` of the changes.
 */
export const noteOf = (
  { unchecked, allowances }: Pick<Quote, 'unchecked' | 'allowances'>,
  shown: number,
  unread: number,
): Key | undefined => {
  if (unchecked.includes('rights')) return 'flow_unread'
  if (shown > 0 || allowances.some((one) => isRightLine(one) && !isUsedUp(one))) return undefined
  if (unread > 0) return 'flow_unseen'
  return allowances.some((one) => !isUsedUp(one)) ? 'flow_later' : 'flow_nothing'
}
