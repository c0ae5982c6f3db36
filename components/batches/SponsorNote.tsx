import { comingBurns, openOperations, openTransactions, speedable } from '@/lib/batch/machine'
import type { State, Transaction } from '@/lib/batch/state'
import type { SponsorTerms } from '@/lib/db'
import { PaidBy } from '../approvals/PaidBy'
import type { Place } from '../calls/place'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { timeText } from '../text/time'
import { Host } from '../ui/Host'

/** Says who pays for a batch, what that takes of the account, and until when what was signed can run. */
export const SponsorNote = ({
  sponsor,
  state,
  place,
}: {
  sponsor: SponsorTerms
  state: State
  place: Place
}) => {
  const newest = openTransactions(state)
  const open = openOperations(state).find(({ hash }) => newest.some((one) => one.hash === hash))
  const isSpent = speedable(state)?.isSpent === true
  return (
    <>
      <p>
        <PaidBy url={sponsor.url} charges={sponsor.charges} place={place} />
      </p>
      {open && (
        <p>
          <Until operation={open} bundler={sponsor.bundler} />
        </p>
      )}
      {open && <p>{t('sponsor_cancel')}</p>}
      {isSpent && <p>{t('sponsor_spent')}</p>}
      {newest.length === 0 && comingBurns(state).length > 0 && <p>{t('sponsor_tooLate')}</p>}
    </>
  )
}

/** Until when an operation can run: the time of the chain decides, which may lie behind the clock. */
const Until = ({
  operation: { deadline = 0, isLapsed },
  bundler,
}: {
  operation: Transaction
  bundler: string
}) => {
  const until = deadline * 1000
  if (isLapsed) return t('sponsor_over')
  if (Date.now() >= until) return t('sponsor_late')
  const host = <Host origin={new URL(bundler).origin} />
  return <Text id="sponsor_sentTo" values={[host, timeText(until)]} />
}
