import type { ReactNode } from 'react'
import type { Call } from '@/lib/db'
import type { DecodedCall } from '@/lib/decode/reading'
import { Text } from '../text/Text'
import { Party } from './Party'
import type { Place } from './place'
import { useCallDescription } from './useCallDescription'

/** Shows the purpose of a call in a quotation from its contract's publisher (ERC-7730), else Volley's own sentence. */
export const CallIntent = ({
  call,
  reading,
  place,
  children,
}: {
  call: Pick<Call, 'to' | 'value' | 'data'>
  reading: DecodedCall
  place: Place
  children: ReactNode
}) => {
  const said = useCallDescription(call, reading, place)
  if (!said || !call.to) return children
  return (
    <Text
      id="words_call"
      values={[<bdi>{said.intent}</bdi>, <Party address={call.to} place={place} />]}
    />
  )
}
