import type { Fees } from '@/lib/db'
import { misfitOf, type FeeOffer } from '@/lib/network/feeOffer'
import { t } from '../text/messages'
import { Notice } from '../ui/Notice'

/** Warns if fees lie far outside what the network asks. */
export const FeeMisfit = ({ fees, offer }: { fees: Fees | undefined; offer: FeeOffer }) => {
  const misfit = fees && misfitOf(fees, offer)
  return (
    misfit && (
      <Notice tone="warn" isAlert>
        {t(misfit === 'low' ? 'feeTooLow' : 'feeTooHigh')}
      </Notice>
    )
  )
}
