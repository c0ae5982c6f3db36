import type { Batch } from '@/lib/db'
import { deviceExecutor } from '@/lib/delegate/executor'
import { sameAddress } from '@/lib/values/address'
import type { Key } from '../text/messages'

/**
 * Consequence of a cancellation for the authorization that a batch carries; undefined if it carries none. Of an account
 * in a device, code that is not on the device's list cannot be restored, and so its revocation not be cancelled.
 */
export const undoneBy = (
  { upgrade, replaces, revokes }: Pick<Batch, 'upgrade' | 'replaces' | 'revokes'>,
  isOnDevice: boolean,
): Key | 'impossible' | undefined => {
  const before = revokes ?? replaces
  const isLost = isOnDevice && before !== undefined && !sameAddress(before, deviceExecutor)
  if (revokes) return isLost ? 'impossible' : 'cancel_revoke'
  if (!upgrade) return undefined
  return isLost ? 'cancel_plain' : 'cancel_upgrade'
}
