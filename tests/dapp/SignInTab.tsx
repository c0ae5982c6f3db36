import { useState } from 'react'
import { stringToHex } from 'viem'
import { createSiweMessage, generateSiweNonce } from 'viem/siwe'
import { Field } from './Field'
import { FormPanel } from './FormPanel'
import type { PanelProps } from './panelProps'

/** Asks for a sign-in (EIP-4361) to this page, or to another one, which a wallet should notice. */
export const SignInTab = ({ account, chainId, onSend }: PanelProps) => {
  const [domain, setDomain] = useState(() => location.host)
  const [problem, setProblem] = useState('')

  const submit = () => {
    if (account === undefined || chainId === undefined) return
    try {
      const message = createSiweMessage({
        address: account,
        chainId,
        domain,
        nonce: generateSiweNonce(),
        statement: 'Sign in to the playground.',
        uri: location.origin,
        version: '1',
      })
      setProblem('')
      onSend({ method: 'personal_sign', params: [stringToHex(message), account] })
    } catch {
      setProblem('Domain: write a host, such as example.com or 127.0.0.1:5792.')
    }
  }

  return (
    <FormPanel
      about="A sign-in to this page (EIP-4361). Another domain than this page’s is what a phishing site would send."
      button="Sign in"
      problem={problem}
      disabled={account === undefined}
      onSubmit={submit}
    >
      <Field name="Domain" hint="host" value={domain} onValue={setDomain} />
    </FormPanel>
  )
}
