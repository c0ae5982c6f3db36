import { size } from 'viem'
import type { Call } from '@/lib/db'
import type { Reading } from '@/lib/decode/reading'
import { count, ether } from '../text/amount'
import { Deed } from './Deed'
import type { Place } from './place'

type Props = { call: Pick<Call, 'to' | 'value' | 'data'>; reading: Reading | null; place: Place }

/** What a call does, if it is what its data say. No reading: it deploys a contract. */
export const Sentence = ({ call: { to, value, data }, reading, place }: Props) => {
  const amount = BigInt(value)
  return (
    <>
      {to && reading ? (
        <Deed reading={reading} to={to} value={amount} place={place} />
      ) : (
        <>Deploy a contract, {count(size(data))} bytes</>
      )}
      {amount > 0n && !(reading && isSaid(reading)) && ` with ${ether(amount)}`}
    </>
  )
}

/** Whether the sentence itself tells what the call sends. */
const isSaid = (reading: Reading): boolean =>
  reading.kind === 'none' ||
  reading.kind === 'wrap' ||
  (reading.kind === 'deposit' && reading.of === 'native') ||
  (reading.kind === 'swap' && reading.give === 'native')
