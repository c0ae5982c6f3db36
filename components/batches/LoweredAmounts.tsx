import type { Batch } from '@/lib/db'
import type { Place } from '../calls/place'
import { TokenAmount } from '../calls/TokenAmount'
import { isUnlimited } from '../text/amount'
import { Text } from '../text/Text'
import { loweredOf } from './lowered'

/** One line for each call that allows less than its site asked for. */
export const LoweredAmounts = ({ batch, place }: { batch: Batch; place: Place }) =>
  loweredOf(batch).map(({ index, given: { token, amount }, asked }) => (
    <p key={index}>
      <Text
        id="detail_lowered"
        values={[
          index + 1,
          <TokenAmount amount={amount} asset={token} place={place} />,
          <TokenAmount
            amount={asked}
            asset={token}
            place={place}
            isUnlimited={isUnlimited(asked)}
          />,
        ]}
      />
    </p>
  ))
