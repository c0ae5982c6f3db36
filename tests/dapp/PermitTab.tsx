import { useState } from 'react'
import { Field } from './Field'
import { FormPanel } from './FormPanel'
import type { PanelProps } from './panelProps'
import { permitRequest, type PermitFields } from './permit'
import { recipient } from './presets'

const labels: { key: keyof PermitFields; name: string; hint: string }[] = [
  { key: 'token', name: 'Token', hint: 'address' },
  { key: 'name', name: 'Name', hint: 'as the contract gives it' },
  { key: 'version', name: 'Version', hint: 'of the domain' },
  { key: 'spender', name: 'Spender', hint: 'address' },
  { key: 'amount', name: 'Amount', hint: 'smallest units' },
  { key: 'nonce', name: 'Nonce', hint: 'nonces(owner)' },
  { key: 'deadline', name: 'Deadline', hint: 'seconds since 1970' },
]

const inAnHour = () => String(Math.floor(Date.now() / 1000) + 3600)

/** Asks for a signature of a permit (ERC-2612). */
export const PermitTab = ({ account, chainId, local, onSend }: PanelProps) => {
  const [typed, setTyped] = useState<Partial<PermitFields>>({})
  const [deadline] = useState(inAnHour)
  const [problem, setProblem] = useState('')
  const isLocal = local !== null && local.chainId === chainId
  const fields: PermitFields = {
    token: isLocal ? local.usdc : '',
    name: isLocal ? 'USD Coin (local)' : '',
    version: '1',
    spender: isLocal ? local.swap : recipient,
    amount: '1000000',
    nonce: '0',
    deadline,
    ...typed,
  }

  const submit = () => {
    if (account === undefined || chainId === undefined) return
    const made = permitRequest(account, chainId, fields)
    setProblem('problem' in made ? made.problem : '')
    if ('request' in made) onSend(made.request)
  }

  return (
    <FormPanel
      about="An allowance by signature (ERC-2612). The local tokens take none: only the signature is real."
      button="Sign permit"
      problem={problem}
      disabled={account === undefined}
      onSubmit={submit}
    >
      <div className="fields">
        {labels.map(({ key, name, hint }) => (
          <Field
            key={key}
            name={name}
            hint={hint}
            value={fields[key]}
            onValue={(value) => setTyped({ ...typed, [key]: value })}
          />
        ))}
      </div>
    </FormPanel>
  )
}
