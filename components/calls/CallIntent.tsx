import type { ReactNode } from 'react'
import type { Call } from '@/lib/db'
import type { DecodedCall } from '@/lib/decode/reading'
import { Text } from '../text/Text'
import { Party } from './Party'
import type { Place } from './place'
import { useCallDescription } from './useCallDescription'

/** What a call is for in the words of its contract's publisher, marked as such; else what Volley says of it. */
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
