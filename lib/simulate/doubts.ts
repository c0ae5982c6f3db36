import type { Doubt } from '../approvals/danger'
import { rightKinds } from '../decode/rightKinds'
import type { Quote } from './quote'

/** Returns the doubts about a batch by the rights that it gives, and by what of it could not be read. */
export const doubtsOf = ({
  allowances,
  unchecked,
}: Pick<Quote, 'allowances' | 'unchecked'>): Doubt[] => {
  const isGiven = allowances.some(
    ({ standard, left }) => rightKinds.some((kind) => kind === standard) && left !== '0x0',
  )
  return [
    ...(isGiven ? (['gives a right'] as const) : []),
    ...(unchecked.includes('rights') ? (['unread call'] as const) : []),
  ]
}
