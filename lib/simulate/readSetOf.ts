import type { Address } from 'viem'
import { wantPulled } from './pulled'
import { joined, type ReadSet } from './readSet'
import { wantReceivers } from './receivers'
import { runLogs, type ObservedRun } from './runWithReads'
import { mentionsInLogs } from './transferLogs'

/**
 * Adds the assets, allowances and receivers that a run names to those that the calls name, with the older allowances
 * that it may have used.
 */
export const readSetOf = (
  look: ObservedRun,
  named: ReadSet,
  { from }: { from: Address },
): ReadSet => {
  const logs = runLogs(look)
  const found = mentionsInLogs(logs, from)
  wantReceivers(found, logs, from)
  wantPulled(found, look, named, from)
  return joined(found, named)
}
