import { useId, useState } from 'react'
import { readAbi, signatureOf } from './abi'
import { buildCall, fieldName, type Call } from './buildCall'
import { Field } from './Field'

/** Builds calls from an ABI and hands them over one by one. */
export const CallForm = ({
  onCall,
}: {
  /** Takes a call, or says in one sentence why not. */
  onCall: (call: Call) => { problem: string } | null
}) => {
  const id = useId()
  const [abi, setAbi] = useState('')
  const [chosen, setChosen] = useState(0)
  const [fields, setFields] = useState({ to: '', value: '' })
  const [args, setArgs] = useState<string[]>([])
  const [problem, setProblem] = useState('')
  const read = abi.trim() === '' ? null : readAbi(abi)
  const functions = read && 'functions' in read ? read.functions : []
  const item = functions[chosen] ?? functions[0]

  const add = () => {
    if (!item) return
    const built = buildCall(item, { ...fields, args })
    const refused = 'problem' in built ? built : onCall(built.call)
    setProblem(refused?.problem ?? '')
  }

  return (
    <details className="builder">
      <summary>Add a call from an ABI</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <label htmlFor={`${id}-abi`}>ABI (one function a line, or JSON)</label>
        <textarea
          id={`${id}-abi`}
          value={abi}
          onChange={({ target }) => {
            setAbi(target.value)
            setChosen(0)
            setArgs([])
            setProblem('')
          }}
          placeholder="function transfer(address to, uint256 amount)"
          spellCheck={false}
        />
        <p className="problem" role="alert">
          {read && 'problem' in read && read.problem}
        </p>
        {item && (
          <>
            <label htmlFor={`${id}-function`}>Function</label>
            <select
              id={`${id}-function`}
              value={functions.indexOf(item)}
              onChange={({ target }) => {
                setChosen(Number(target.value))
                setArgs([])
                setProblem('')
              }}
            >
              {functions.map((one, index) => (
                <option key={signatureOf(one)} value={index}>
                  {signatureOf(one)}
                </option>
              ))}
            </select>
            <Field
              name="Contract"
              hint="address"
              value={fields.to}
              onValue={(to) => setFields({ ...fields, to })}
            />
            {item.inputs.map((input, index) => (
              <Field
                key={index}
                name={fieldName(item, index)}
                hint={input.type}
                value={args[index] ?? ''}
                onValue={(value) =>
                  setArgs(item.inputs.map((_, at) => (at === index ? value : (args[at] ?? ''))))
                }
              />
            ))}
            {item.stateMutability === 'payable' && (
              <Field
                name="Value"
                hint="coin, such as 0.01"
                value={fields.value}
                onValue={(value) => setFields({ ...fields, value })}
              />
            )}
            <p className="problem" role="alert">
              {problem}
            </p>
            <button type="submit">Add call</button>
          </>
        )}
      </form>
    </details>
  )
}
