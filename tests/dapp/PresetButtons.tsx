import { useState } from 'react'
import { format } from './json'
import { presets, type Context } from './presets'

/** Shows a button for each preset, and a sentence on the purpose of the chosen one. */
export const PresetButtons = ({
  context,
  onText,
}: {
  context: Context | null
  onText: (text: string) => void
}) => {
  const [hint, setHint] = useState('')

  return (
    <>
      <div className="presets" role="group" aria-label="Presets">
        {presets.map((preset) => {
          const params = context && preset.params(context)
          return (
            <button
              key={preset.name}
              disabled={!context || !params}
              onClick={() => {
                if (!context) return
                onText(format(params))
                setHint(preset.hint(context))
              }}
            >
              {preset.name}
            </button>
          )
        })}
      </div>
      <p className="note" role="status">
        {hintFor(context, hint)}
      </p>
    </>
  )
}

const hintFor = (context: Context | null, hint: string) => {
  if (!context) return 'The presets need an account: connect a wallet first.'
  if (hint) return hint
  return context.local
    ? 'Choose a preset or write your own.'
    : 'No local chain here (chain.json is missing): the presets with contracts are off, the others move nothing.'
}
