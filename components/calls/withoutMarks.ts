import type { Address } from 'viem'
import type { Counterparty } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { isUsedUp } from './changeRows'
import type { ReadCall } from './outflowsOf'
import { isSame } from './place'
import { onwardRows } from './receiverRows'

/** Lists the counterparties for the calls below the first glance: what that said of somebody is not said again. */
export const withoutMarks = (
  {
    parties,
    payees,
    allowances,
    changes,
  }: Pick<Quote, 'parties' | 'payees' | 'allowances' | 'changes'>,
  calls: readonly ReadCall[],
  from: Address,
): Counterparty[] => {
  const arriving = changes.filter(({ direction }) => direction === 'in')
  const said = [
    ...payees.flatMap(({ to }) => to.map(({ address }) => address)),
    ...allowances.filter((one) => !isUsedUp(one)).map(({ spender }) => spender),
    ...arriving.flatMap((change) =>
      onwardRows(change, calls, from).rows.flatMap(({ address }) => address ?? []),
    ),
  ]
  return parties.map((party) =>
    said.some((one) => isSame(one, party.address)) ? { ...party, isNew: false } : party,
  )
}
