import { useId, useState } from 'react'
import { stringToHex } from 'viem'
import { FormPanel } from './FormPanel'
import type { PanelProps } from './panelProps'

/** Asks for a signature of a text (`personal_sign`, EIP-191). */
export const SignTab = ({ account, onSend }: PanelProps) => {
  const id = useId()
  const [text, setText] = useState('Hello from the playground.')
  return (
    <FormPanel
      about="A text, signed by personal_sign."
      button="Sign message"
      problem=""
      disabled={account === undefined}
      onSubmit={() => onSend({ method: 'personal_sign', params: [stringToHex(text), account] })}
    >
      <label htmlFor={id}>Message</label>
      <textarea id={id} value={text} onChange={({ target }) => setText(target.value)} />
    </FormPanel>
  )
}
