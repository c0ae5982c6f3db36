import type { Batch } from '@/lib/db'
import { revocationOf } from '../delegate/name'
import { plural } from '../text/messages'

/** Describes a batch in a few words. */
export const summaryOf = ({ calls, revokes }: Batch): string =>
  revokes ? revocationOf(revokes) : plural('calls', calls.length)
