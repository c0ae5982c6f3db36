import { useState } from 'react'
import type { Address } from 'viem'
import { wallet } from '../store'
import { units } from '../text/amount'
import { brief } from '../text/brief'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { typedAmount, type Sendable } from './assets'
import styles from './Send.module.css'

/** How much, in whole units; Max leaves the fee where the fee is paid in the same coin. */
export const AmountField = ({
  chosen,
  text,
  error,
  from,
  to,
  chainId,
  onChange,
}: {
  chosen: Sendable
  text: string
  error: string | undefined
  from: Address
  to: Address | undefined
  chainId: number
  onChange: (text: string) => void
}) => {
  const [note, setNote] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const max = async () => {
    if (chosen.asset.address) return onChange(typedAmount(chosen.most, chosen))
    setBusy(true)
    try {
      const { most, fee } = await wallet('spendable', { chainId, from, to: to ?? from })
      onChange(typedAmount(BigInt(most), chosen))
      setNote(t('send_feeApart', `${brief(BigInt(fee), chosen.decimals)} ${chosen.symbol}`))
    } catch (problem) {
      setNote(sentenceOfError(problem))
    }
    setBusy(false)
  }

  return (
    <div className={styles.amount}>
      <Field
        label={t('send_amount', chosen.symbol)}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={error}
        onValueChange={(value) => {
          setNote(undefined)
          onChange(value)
        }}
      />
      <div className={styles.have}>
        <span className={styles.note} role="status">
          {note ?? t('send_have', `${units(chosen.most, chosen.decimals)} ${chosen.symbol}`)}
        </span>
        <Button isSmall disabled={isBusy} onClick={() => void max()}>
          {t('send_max')}
        </Button>
      </div>
    </div>
  )
}
