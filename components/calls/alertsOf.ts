import type { Address } from 'viem'
import { allOf, unreadIn } from '@/lib/decode/allOf'
import type { DecodedCall } from '@/lib/decode/reading'
import { sameAddress } from '@/lib/values/address'
import { plural } from '../text/messages'

/** Finds dangers in the calls within a call, which its sentence leaves out. */
export const alertsOf = (reading: DecodedCall, from: Address): string[] => {
  const inner = allOf(reading).slice(1)
  const limitless = inner.filter(
    (one) =>
      ((one.kind === 'approve' || one.kind === 'permit') &&
        one.isUnlimited &&
        sameAddress(one.owner, from)) ||
      (one.kind === 'approveAll' && one.isApproved && sameAddress(one.owner, from)),
  ).length
  const unread = inner.length > 0 ? unreadIn(reading).length : 0
  return [
    ...(limitless ? [plural('call_limitless', limitless)] : []),
    ...(unread ? [plural('call_unreadable', unread)] : []),
  ]
}
