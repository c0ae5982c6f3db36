import { Dialog } from '@base-ui/react/dialog'
import type { Quote } from '@/lib/simulate/quote'
import { useApprovalDraft } from '../store/approval'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import dialog from '../ui/Dialog.module.css'
import { speedOf } from './choice'
import { FeeForm } from './FeeForm'
import { speedName } from './speeds'

/** The speed, or that the fees are the user's own; opens the choice. */
export const FeeButton = ({ quote, chainId }: { quote: Quote; chainId: number }) => {
  const choice = useApprovalDraft(({ draft }) => draft.fee)
  const speed = speedOf(choice, quote.offer)
  const name = speed ? speedName(speed) : t('feeCustom')
  return (
    <Dialog.Root>
      <Dialog.Trigger render={<Button isSmall aria-label={t('feeChange', name)} />}>
        {name}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          <Dialog.Title>{t('feeTitle')}</Dialog.Title>
          <FeeForm quote={quote} chainId={chainId} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
