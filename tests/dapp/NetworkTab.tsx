import { useState } from 'react'
import { numberToHex } from 'viem'
import { base, baseSepolia } from 'wagmi/chains'
import { Field } from './Field'
import { FormPanel } from './FormPanel'
import type { PanelProps } from './panelProps'

/** Asks the wallet to switch this page's network (EIP-3326). */
export const NetworkTab = ({ account, local, onSend }: PanelProps) => {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const known = [...(local ? [{ id: local.chainId, name: 'Local chain' }] : []), base, baseSepolia]

  const submit = () => {
    const id = Number(text)
    const isId = text !== '' && Number.isSafeInteger(id) && id > 0
    setProblem(isId ? '' : 'Chain ID: write a whole number above 0, such as 8453.')
    if (isId)
      onSend({ method: 'wallet_switchEthereumChain', params: [{ chainId: numberToHex(id) }] })
  }

  return (
    <FormPanel
      about="Switches this page’s network in the wallet. One that it does not have is error 4902."
      button="Switch network"
      problem={problem}
      disabled={account === undefined}
      onSubmit={submit}
    >
      <div className="presets" role="group" aria-label="Known networks">
        {known.map(({ id, name }) => (
          <button key={id} type="button" onClick={() => setText(String(id))}>
            {name}
          </button>
        ))}
      </div>
      <Field name="Chain ID" hint="a number" value={text} onValue={setText} />
    </FormPanel>
  )
}
