import type { Address } from 'viem'
import { knownDelegate } from '@/lib/delegate/delegates'
import { t } from '../text/messages'

/** Names the delegate that is revoked. */
export const revocationOf = (delegate: Address): string => {
  const name = knownDelegate(delegate)?.name
  return name ? t('revoke_of', name) : t('revoke_ofUnknown')
}
