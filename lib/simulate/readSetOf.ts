import type { Address } from 'viem'
import { joined, type ReadSet } from './readSet'
import { wantReceivers } from './receivers'
import { runLogs, type ObservedRun } from './runWithReads'
import { mentionsInLogs } from './transferLogs'

/** Adds the assets, allowances and receivers that the logs of a run name to those that the calls name. */
export const readSetOf = (
  look: ObservedRun,
  named: ReadSet,
  { from }: { from: Address },
): ReadSet => {
  const logs = runLogs(look)
  const found = mentionsInLogs(logs, from)
  wantReceivers(found, logs, from)
  return joined(found, named)
}
