import { useState } from 'react'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Section } from '../ui/Section'
import { checkPhrase, PhraseField } from '../welcome/PhraseField'
import layout from '../ui/layout.module.css'

/** Gives a wallet that began without one the user's own phrase. */
export const AddPhrase = ({ onDone }: { onDone: () => void }) => {
  const [phrase, setPhrase] = useState('')

  const { run, isPending, error } = useAction(async () => {
    const wrong = await checkPhrase(phrase)
    if (wrong !== undefined) return wrong
    const answer = await wallet('addPhrase', { phrase })
    if (answer !== 'done') return t(answer === 'locked' ? 'somethingLocked' : 'phraseChecksum')
    onDone()
    return undefined
  })

  return (
    <Section title={t('welcomePhrase')}>
      <form
        className={layout.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) run()
        }}
      >
        <PhraseField phrase={phrase} error={error} onChange={setPhrase} />
        <Button type="submit" kind="primary" disabled={isPending} aria-busy={isPending}>
          {t('accountAdd')}
        </Button>
        <Button onClick={onDone}>{t('cancel')}</Button>
      </form>
    </Section>
  )
}
