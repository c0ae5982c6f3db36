import { size } from 'viem'
import type { Call } from '@/lib/db'
import type { DecodedCall } from '@/lib/decode/reading'
import { native } from '../text/native'
import { plural, t } from '../text/messages'
import { Text } from '../text/Text'
import { CallAction } from './CallAction'
import { CallIntent } from './CallIntent'
import type { Place } from './place'

type Props = {
  call: Pick<Call, 'to' | 'value' | 'data'>
  reading: DecodedCall | null
  place: Place
}

/** Says what a call does according to its data. Without a decoded call, it deploys a contract. */
export const Sentence = ({ call: { to, value, data }, reading, place }: Props) => {
  const amount = BigInt(value)
  const deed =
    to && reading ? (
      <CallIntent call={{ to, value, data }} reading={reading} place={place}>
        <CallAction reading={reading} to={to} value={amount} place={place} />
      </CallIntent>
    ) : (
      t('call_deploy', plural('bytes', size(data)))
    )
  if (amount === 0n || (reading && isSaid(reading))) return deed
  return <Text id="call_with" values={[deed, native(amount, place.chainId)]} />
}

/** Tells if the sentence of a call names the ETH that it sends. */
const isSaid = (reading: DecodedCall): boolean =>
  reading.kind === 'none' ||
  reading.kind === 'wrap' ||
  (reading.kind === 'deposit' && reading.of === 'native') ||
  (reading.kind === 'swap' && reading.give === 'native')
