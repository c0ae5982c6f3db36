import type { Call } from '@/lib/db'
import { isOurs } from '@/lib/delegate/executor'
import type { Quote } from '@/lib/simulate/quote'
import { plural, t } from '../text/messages'
import { joinSentences } from '../text/sentences'
import { Notice } from '../ui/Notice'

/** Questions of an account's device for a batch, how often it asks, and the settings that it needs for that. */
export const DeviceNote = ({
  quote,
  calls,
  isQr,
  isRevoking = false,
}: {
  quote: Quote
  calls: readonly Call[]
  /** True if the device reads QR codes, for which there is no upgrade. */
  isQr: boolean
  isRevoking?: boolean
}) => {
  const isUpgrade = quote.upgrade || isRevoking
  const { account, delegate } = quote
  const isOwnCode = account.kind === 'executor' && isOurs(delegate)
  const hasNoCode = calls.length > 1 && account.kind === 'plain' && account.installs === null
  const isBlind = quote.mode === 'atomic' || calls.some(({ data }) => data !== '0x')
  if (isQr)
    return (
      <Notice tone="info">
        {joinSentences(
          plural('qr_willAsk', quote.gas.length),
          isOwnCode && t('qr_ownCode'),
          hasNoCode && t('qr_inOrder'),
        )}
      </Notice>
    )
  return (
    <Notice tone="info">
      {joinSentences(
        plural('device_willAsk', isUpgrade ? 2 : quote.gas.length),
        isUpgrade && t('device_settingUpgrade'),
        isBlind && t('device_settingBlind'),
        isOwnCode && t('device_ownCode'),
        hasNoCode && t('device_noCode'),
      )}
    </Notice>
  )
}
