import { useState } from 'react'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Section } from '../ui/Section'
import { checkPhrase, PhraseField } from '../welcome/PhraseField'
import styles from './AddAccount.module.css'

/** Gives a wallet that began without one the user's own phrase. */
export const AddPhrase = ({ onDone }: { onDone: () => void }) => {
  const [phrase, setPhrase] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const add = async () => {
    const wrong = await checkPhrase(phrase)
    if (wrong !== undefined) return wrong
    const answer = await wallet('addPhrase', { phrase })
    if (answer === 'done') return onDone()
    return t(answer === 'locked' ? 'somethingLocked' : 'phraseChecksum')
  }

  const submit = async () => {
    setBusy(true)
    setError((await add().catch(sentenceOfError)) ?? undefined)
    setBusy(false)
  }

  return (
    <Section title={t('welcomePhrase')}>
      <form
        className={styles.ways}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void submit()
        }}
      >
        <PhraseField phrase={phrase} error={error} onChange={setPhrase} />
        <Button type="submit" kind="primary" disabled={isBusy} aria-busy={isBusy}>
          {t('accountAdd')}
        </Button>
        <Button onClick={onDone}>{t('cancel')}</Button>
      </form>
    </Section>
  )
}
