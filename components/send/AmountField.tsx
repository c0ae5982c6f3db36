import { useState } from 'react'
import type { Address } from 'viem'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { units } from '../text/amount'
import { brief } from '../text/brief'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { typedAmount, type Sendable } from './assets'
import layout from '../ui/layout.module.css'

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
  const [isTyped, setTyped] = useState(false)

  const max = useAction(async () => {
    setTyped(false)
    setNote(undefined)
    if (chosen.asset.address) {
      onChange(typedAmount(chosen.most, chosen))
      return undefined
    }
    // The answer takes the place of what was typed meanwhile, and so does its note.
    const { most, fee } = await wallet('spendable', { chainId, from, to: to ?? from }).finally(() =>
      setTyped(false),
    )
    onChange(typedAmount(BigInt(most), chosen))
    setNote(t('send_feeApart', `${brief(BigInt(fee), chosen.decimals)} ${chosen.symbol}`))
    return undefined
  })
  const said = isTyped ? undefined : (max.error ?? note)

  return (
    <div className={layout.stack}>
      <Field
        label={t('send_amount', chosen.symbol)}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={error}
        onValueChange={(value) => {
          setTyped(true)
          onChange(value)
        }}
      />
      <div className={`${layout.spread} ${layout.atTop}`}>
        <span className={`${layout.muted} ${layout.breaks}`} role="status">
          {said ?? t('send_have', `${units(chosen.most, chosen.decimals)} ${chosen.symbol}`)}
        </span>
        <Button isSmall disabled={max.isPending} onClick={max.run}>
          {t('send_max')}
        </Button>
      </div>
    </div>
  )
}
