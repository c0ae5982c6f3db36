import type { SponsorTerms } from '@/lib/db'
import type { Place } from '../calls/place'
import { TokenAmount } from '../calls/TokenAmount'
import { Text } from '../text/Text'
import { Host } from '../ui/Host'

/** Names who pays for a batch, by the host of its service, and the most that it takes of the account, if that was seen. */
export const PaidBy = ({
  url,
  charges,
  place,
}: {
  url: string
  charges: SponsorTerms['charges']
  place: Place
}) => {
  const payer = (
    <strong>
      <Host origin={new URL(url).origin} />
    </strong>
  )
  if (!charges) return <Text id="paid_unseen" values={[payer]} />
  if (charges.length === 0) return <Text id="paid_by" values={[payer]} />
  return charges.map(({ token, amount }) => {
    const most = <TokenAmount asset={token} amount={BigInt(amount)} place={place} />
    return <Text key={token} id="paid_upTo" values={[payer, <strong>{most}</strong>]} />
  })
}
