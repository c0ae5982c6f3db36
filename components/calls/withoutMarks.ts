import type { Counterparty } from '@/lib/db/outcome'
import type { Quote } from '@/lib/simulate/quote'
import { isSame } from './place'

/** Lists the counterparties for the calls below the first glance: what that said of somebody is not said again. */
export const withoutMarks = ({
  parties,
  payees,
  allowances,
}: Pick<Quote, 'parties' | 'payees' | 'allowances'>): Counterparty[] => {
  const said = [
    ...payees.flatMap(({ to }) => to.map(({ address }) => address)),
    ...allowances.map(({ spender }) => spender),
  ]
  return parties.map((party) =>
    said.some((one) => isSame(one, party.address)) ? { ...party, isNew: false } : party,
  )
}
