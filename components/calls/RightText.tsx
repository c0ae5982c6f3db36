import type { Address } from 'viem'
import type { Right } from '@/lib/db/outcome'
import type { Key } from '../text/messages'
import { Text } from '../text/Text'
import { Party } from './Party'
import type { Place } from './place'

const sentences: Record<Right, Key> = {
  act: 'right_act',
  take: 'right_take',
  borrow: 'right_borrow',
  vote: 'right_vote',
  control: 'right_control',
}

/** Says what a holder may do by a right of an owner, and which contract keeps it. */
export const RightText = ({
  right,
  holder,
  owner,
  keeper,
  place,
  isWhole = false,
}: {
  right: Right
  holder: Address
  owner: Address
  keeper: Address
  place: Place
  /** True if the holder's address is written out here. */
  isWhole?: boolean
}) => (
  <Text
    id={sentences[right]}
    values={[holder, owner, keeper].map((address, index) => (
      <Party key={index} address={address} place={place} isWhole={isWhole && index === 0} />
    ))}
  />
)
