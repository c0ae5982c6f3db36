import { Dialog } from '@base-ui/react/dialog'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useState } from 'react'
import type { Fees } from '@/lib/db'
import { feesOf, type Speed } from '@/lib/network/feeOffer'
import { priceAt } from '@/lib/simulate/price'
import type { Quote } from '@/lib/simulate/quote'
import { setFee, useApprovalDraft } from '../store/approval'
import { nativeAtMost } from '../text/native'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Radio } from '../ui/Radio'
import { speedOf } from './choice'
import { CustomFees } from './CustomFees'
import layout from '../ui/layout.module.css'
import { speedName, speeds, waitText } from './speeds'

/** The speeds with what each costs at most, and fees of the user's own. A speed counts at once. */
export const FeeForm = ({ quote, chainId }: { quote: Quote; chainId: number }) => {
  const { offer } = quote
  const choice = useApprovalDraft(({ draft }) => draft.fee)
  const [isCustom, setCustom] = useState(typeof choice !== 'string')
  const ceiling = (fees: Fees) => nativeAtMost(BigInt(priceAt(quote, fees).ceiling), 3, chainId)
  const pick = (value: Speed | 'custom') => {
    setCustom(value === 'custom')
    if (value !== 'custom') setFee(value)
  }
  return (
    <>
      <RadioGroup<Speed | 'custom'>
        aria-label={t('feeTitle')}
        value={isCustom ? 'custom' : (speedOf(choice, offer) ?? 'normal')}
        onValueChange={pick}
      >
        {speeds.map((speed) => {
          const [fees, wait] = [offer.speeds[speed], offer.waits[speed]]
          return (
            fees && (
              <Radio key={speed} value={speed}>
                <span className={layout.split}>
                  <span>{speedName(speed)}</span>
                  <span className={layout.muted}>{t('feeAtMost', ceiling(fees))}</span>
                  {wait !== undefined && (
                    <span className={`${layout.wholeRow} ${layout.muted} ${layout.small}`}>
                      {waitText(wait)}
                    </span>
                  )}
                </span>
              </Radio>
            )
          )
        })}
        <Radio value="custom">{t('feeCustom')}</Radio>
      </RadioGroup>
      {isCustom ? (
        <CustomFees offer={offer} first={feesOf(choice, offer)} ceiling={ceiling} />
      ) : (
        <div className={`${layout.wrap} ${layout.loose} ${layout.end} ${layout.middle}`}>
          <Dialog.Close render={<Button kind="primary" />}>{t('feeDone')}</Dialog.Close>
        </div>
      )}
    </>
  )
}
