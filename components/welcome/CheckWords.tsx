import { useState } from 'react'
import { CenteredForm } from '../shell/CenteredForm'
import { formText } from '../ui/formText'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'

/** How many words are asked for. */
const asked = 3

/** Draws places of a phrase of `length` words at random, in their order. */
const draw = (length: number): number[] => {
  const places = new Set<number>()
  while (places.size < Math.min(asked, length))
    places.add((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % length)
  return [...places].sort((a, b) => a - b)
}

/** Asks for a few words of the phrase from paper; right ones end the reminder. */
export const CheckWords = ({
  phrase,
  onDone,
  onBack,
}: {
  phrase: string
  onDone: () => void
  onBack: () => void
}) => {
  const [places] = useState(() => draw(phrase.split(' ').length))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})

  const { run, error } = useAction(async (form: FormData) => {
    const words = places.map((at) => ({
      at,
      word: formText(form, `word${at}`).trim().toLowerCase(),
    }))
    const right = phrase.split(' ')
    const wrong = words.filter(({ at, word }) => right[at] !== word)
    setErrors(Object.fromEntries(wrong.map(({ at }) => [at, t('checkWrong', at + 1)])))
    if (wrong.length > 0) return undefined
    const answer = await wallet('confirmPhrase', { words })
    if (answer !== 'done') return t('somethingLocked')
    onDone()
    return undefined
  })

  return (
    <CenteredForm title={t('check')} errors={errors} onSubmit={run}>
      <p>{t('checkWhy')}</p>
      <div className={`${layout.stack} ${layout.loose}`}>
        {places.map((at, index) => (
          <Field
            key={at}
            label={t('checkWord', at + 1)}
            name={`word${at}`}
            autoComplete="off"
            autoFocus={index === 0}
            error={errors[at]}
          />
        ))}
      </div>
      <Problem text={error} />
      <Button type="submit" kind="primary">
        {t('checkSubmit')}
      </Button>
      <Button onClick={onBack}>{t('back')}</Button>
    </CenteredForm>
  )
}
