import { useState } from 'react'
import { libraries } from './code/libraries'
import { CopyButton } from './CopyButton'
import { format } from './json'
import { Pane } from './Pane'
import type { WalletRequest } from './walletRequest'

const forms = { JSON: (request: WalletRequest) => format(request), ...libraries }
type Form = keyof typeof forms

/** Shows what was sent, as JSON or as the code that sends it. */
export const RequestPane = ({ request }: { request: WalletRequest | null }) => {
  const [form, setForm] = useState<Form>('JSON')
  const text = request && forms[form](request)
  return (
    <Pane
      title="Request"
      testId="request"
      json={text}
      badge={text !== null && <CopyButton text={text} />}
      kind={form === 'JSON' ? 'JSON' : `code for ${form}`}
      empty="Nothing sent yet. What you send stands here as JSON, and as code for viem, wagmi and ethers."
    >
      {text !== null && (
        <div className="segments" role="group" aria-label="Written as">
          {Object.keys(forms).map((name) => (
            <button key={name} aria-pressed={name === form} onClick={() => setForm(name as Form)}>
              {name}
            </button>
          ))}
        </div>
      )}
    </Pane>
  )
}
