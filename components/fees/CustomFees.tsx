import { Dialog } from '@base-ui/react/dialog'
import { useRef, useState } from 'react'
import type { Fees } from '@/lib/db'
import type { FeeOffer } from '@/lib/network/feeOffer'
import { setFee } from '../store/approval'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { FeeMisfit } from './FeeMisfit'
import layout from '../ui/layout.module.css'
import { areFees, gweiText, labels, readFees, written, type Written } from './gwei'

/** Fees of the user's own: they count once they are whole and the user says so. */
export const CustomFees = ({
  offer,
  first,
  ceiling,
}: {
  offer: FeeOffer
  /** The first content of the fields. */
  first: Fees
  /** Computes the highest cost of the gas. */
  ceiling: (fees: Fees) => string
}) => {
  const [now, setNow] = useState<Written>(() => written(first))
  const closes = useRef<HTMLButtonElement>(null)
  const isLegacy = 'gasPrice' in offer.speeds.normal
  const read = readFees(now)
  const fees = areFees(read) ? read : undefined
  const problems = areFees(read) ? {} : read
  const names = labels(isLegacy)
  return (
    <form
      className={`${layout.stack} ${layout.loose}`}
      onInput={({ currentTarget }) => {
        const data = new FormData(currentTarget)
        const text = (name: string) => {
          const value = data.get(name)
          return typeof value === 'string' ? value : ''
        }
        setNow({ highest: text('highest'), ...(isLegacy ? {} : { tip: text('tip') }) })
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!fees) return
        setFee(fees)
        closes.current?.click()
      }}
    >
      <Field
        label={`${names.highest} (gwei)`}
        name="highest"
        error={problems.highest}
        defaultValue={now.highest}
        inputMode="decimal"
        autoComplete="off"
      />
      {!isLegacy && (
        <Field
          label={`${names.tip} (gwei)`}
          name="tip"
          error={problems.tip}
          defaultValue={now.tip ?? ''}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      {offer.baseFee && (
        <p className={`${layout.wholeRow} ${layout.muted} ${layout.small}`}>
          {t('feeBaseNow', gweiText(offer.baseFee))}
        </p>
      )}
      <FeeMisfit fees={fees} offer={offer} />
      <div className={`${layout.wrap} ${layout.loose} ${layout.end} ${layout.middle}`}>
        {fees && <span className={layout.muted}>{t('feeAtMost', ceiling(fees))}</span>}
        <Button kind="primary" type="submit" disabled={!fees}>
          {t('feeUse')}
        </Button>
        <Dialog.Close ref={closes} hidden tabIndex={-1} aria-hidden />
      </div>
    </form>
  )
}
