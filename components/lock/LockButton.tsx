import { Dialog } from '@base-ui/react/dialog'
import { RadioGroup } from '@base-ui/react/radio-group'
import type { Lock, Tolerance } from '@/lib/db/outcome'
import { tolerances, usual } from '@/lib/lock/choice'
import { setLock, useApprovalDraft } from '../store/approval'
import { region, t } from '../text/messages'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/Checkbox'
import dialog from '../ui/Dialog.module.css'
import { Notice } from '../ui/Notice'
import { Radio } from '../ui/Radio'
import { formNote } from './formNote'

const percent = (tolerance: Tolerance): string =>
  new Intl.NumberFormat(region(), { style: 'percent', maximumFractionDigits: 1 }).format(
    tolerance / 1000,
  )

/** How much worse than shown a batch may come out, and what stays allowed; opens the choice. `lock`: what came of it. */
export const LockButton = ({ lock }: { lock: Lock | undefined }) => {
  const choice = useApprovalDraft(({ draft }) => draft.lock) ?? {}
  const { tolerance = usual, isOff = false, keeps = false, isExact = false } = choice
  const name = isOff ? t('lock_none') : percent(tolerance)
  const now = { tolerance, isOff, keeps, isExact }
  const note = isExact && lock ? formNote(lock) : undefined
  const choose = (change: Partial<typeof now>) => {
    const next = { ...now, ...change }
    setLock({
      tolerance: next.tolerance,
      ...(next.isOff ? { isOff: true } : {}),
      ...(next.keeps ? { keeps: true } : {}),
      ...(next.isExact ? { isExact: true } : {}),
    })
  }
  return (
    <Dialog.Root>
      <Dialog.Trigger render={<Button isSmall aria-label={t('lock_change', name)} />}>
        {name}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          <Dialog.Title>{t('lock_title')}</Dialog.Title>
          <RadioGroup<Tolerance | 'off'>
            aria-label={t('lock_title')}
            value={isOff ? 'off' : tolerance}
            onValueChange={(value) =>
              choose(value === 'off' ? { isOff: true } : { tolerance: value, isOff: false })
            }
          >
            {tolerances.map((one) => (
              <Radio key={one} value={one}>
                {t('lock_worse', percent(one))}
              </Radio>
            ))}
            <Radio value="off">{t('lock_none')}</Radio>
          </RadioGroup>
          <Checkbox
            isChecked={!keeps}
            isDisabled={isOff}
            onChange={(isBack) => choose({ keeps: !isBack })}
          >
            {t('lock_nothingLeft')}
          </Checkbox>
          <Checkbox
            isChecked={isExact}
            isDisabled={isOff}
            onChange={(is) => choose({ isExact: is })}
          >
            {t('lock_exact')}
          </Checkbox>
          {note && <Notice tone="warn">{note}</Notice>}
          <Dialog.Close render={<Button kind="primary" />}>{t('feeDone')}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
