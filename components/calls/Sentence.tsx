import { size } from 'viem'
import type { Call } from '@/lib/db'
import type { Reading } from '@/lib/decode/reading'
import { native } from '../text/native'
import { plural, t } from '../text/messages'
import { Text } from '../text/Text'
import { Deed } from './Deed'
import type { Place } from './place'

type Props = { call: Pick<Call, 'to' | 'value' | 'data'>; reading: Reading | null; place: Place }

/** What a call does, if it is what its data say. No reading: it deploys a contract. */
export const Sentence = ({ call: { to, value, data }, reading, place }: Props) => {
  const amount = BigInt(value)
  const deed =
    to && reading ? (
      <Deed reading={reading} to={to} value={amount} place={place} />
    ) : (
      t('call_deploy', plural('bytes', size(data)))
    )
  if (amount === 0n || (reading && isSaid(reading))) return deed
  return <Text id="call_with" values={[deed, native(amount, place.chainId)]} />
}

/** Whether the sentence itself tells what the call sends. */
const isSaid = (reading: Reading): boolean =>
  reading.kind === 'none' ||
  reading.kind === 'wrap' ||
  (reading.kind === 'deposit' && reading.of === 'native') ||
  (reading.kind === 'swap' && reading.give === 'native')
