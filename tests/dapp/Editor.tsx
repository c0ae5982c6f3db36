import { useId } from 'react'
import { addCall } from './addCall'
import type { Call } from './buildCall'
import { CallForm } from './CallForm'
import { CopyButton } from './CopyButton'
import { linkTo } from './link'
import { format, isObject, parse } from './json'
import { PresetButtons } from './PresetButtons'
import type { Context } from './presets'

/** Editor for the params of `wallet_sendCalls`: filled by a preset, edited freely, sent unchanged. */
export const Editor = ({
  context,
  text,
  note,
  onText,
  onPreset,
  onSend,
}: {
  context: Context | null
  text: string
  /** Says where the text came from, if it came with a link. */
  note: string
  onText: (text: string) => void
  /** Takes a preset's text, which replaces all that stood there. */
  onPreset: (text: string) => void
  onSend: (params: unknown) => void
}) => {
  const id = useId()
  const parsed = parse(text)
  const params = 'value' in parsed ? parsed.value : undefined
  const problem = text !== '' && 'problem' in parsed ? parsed.problem : null
  const add = (call: Call) => {
    const added = addCall(text, call, context)
    if ('problem' in added) return added
    onText(added.text)
    return null
  }

  return (
    <section className="editor" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>
          <code>wallet_sendCalls</code>
        </h2>
      </header>
      {note && (
        <p className="note" role="status">
          {note}
        </p>
      )}
      <PresetButtons context={context} onText={onPreset} />
      <CallForm onCall={add} />
      <label htmlFor={`${id}-json`}>Parameter object (JSON)</label>
      <textarea
        id={`${id}-json`}
        value={text}
        onChange={(event) => onText(event.target.value)}
        placeholder={'{ "version": "2.0.0", "from": "0x…", "chainId": "0x…", "calls": [] }'}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
      />
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem && `Not JSON: ${problem}`}
      </p>
      <div className="actions">
        <label className="check">
          <input
            type="checkbox"
            checked={isObject(params) && params.atomicRequired === true}
            disabled={!isObject(params)}
            onChange={(event) =>
              isObject(params) &&
              onText(format({ ...params, atomicRequired: event.target.checked }))
            }
          />
          <code>atomicRequired</code>
        </label>
        <CopyButton name="Copy link" text={isObject(params) ? linkTo(location.href, params) : ''} />
        <button
          className="primary"
          disabled={!context || 'problem' in parsed}
          onClick={() => onSend(params)}
        >
          Send
        </button>
      </div>
    </section>
  )
}
