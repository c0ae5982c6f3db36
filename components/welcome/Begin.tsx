import { useState } from 'react'
import { setWelcoming, wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { t, type Key } from '../text/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import { Gate } from '../screens/Gate'
import type { Way } from './Choose'
import { checkPassword, NewPassword, type PasswordErrors } from './NewPassword'
import { checkPhrase, PhraseField } from './PhraseField'

type Errors = PasswordErrors & { secret?: string; form?: string }

const words: Record<Way, { title: Key; submit: Key }> = {
  new: { title: 'welcomeNew', submit: 'welcomeCreate' },
  phrase: { title: 'welcomePhrase', submit: 'welcomeImport' },
  key: { title: 'welcomeKey', submit: 'welcomeImport' },
  address: { title: 'welcomeWatch', submit: 'welcomeWatchSubmit' },
}

const startOf = (way: Way, secret: string) => {
  if (way === 'new') return way
  if (way === 'phrase') return { phrase: secret }
  return way === 'key' ? { key: secret.trim() } : { address: secret.trim() }
}

const refusals = {
  'bad phrase': 'phraseChecksum',
  'bad key': 'keyBad',
  'bad address': 'addressBad',
  exists: 'welcomeExists',
} as const satisfies Record<string, Key>

/** Makes the wallet one way: what it starts from, and the password over it. */
export const Begin = ({
  way,
  onBack,
  onPhrase,
}: {
  way: Way
  onBack: () => void
  /** A new phrase was made: it is to be shown. */
  onPhrase: (phrase: string) => void
}) => {
  const [secret, setSecret] = useState('')
  const [chosen, setChosen] = useState({ password: '', repeat: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setBusy] = useState(false)

  const find = async (): Promise<Errors> => {
    const wrong = way === 'phrase' ? await checkPhrase(secret) : undefined
    if (wrong !== undefined) return { secret: wrong }
    return checkPassword(chosen)
  }

  const make = async (): Promise<Errors> => {
    const { password } = chosen
    setWelcoming(way === 'new')
    const answer = await wallet('setUp', { password, from: startOf(way, secret) })
    if (answer !== 'done') {
      setWelcoming(false)
      return { [answer === 'exists' ? 'form' : 'secret']: t(refusals[answer]) }
    }
    if (way !== 'new') return {}
    const shown = await wallet('reveal', { password, of: 'phrase' })
    // Without it the reminder on home leads back to the phrase.
    if (typeof shown === 'string') setWelcoming(false)
    else onPhrase(shown.secret)
    return {}
  }

  const submit = async () => {
    setBusy(true)
    try {
      const found = await find()
      setErrors(Object.keys(found).length > 0 ? found : await make())
    } catch (error) {
      setWelcoming(false)
      setErrors({ form: sentenceOfError(error) })
    }
    setBusy(false)
  }

  return (
    <Gate title={t(words[way].title)} errors={errors} onSubmit={() => void (isBusy || submit())}>
      {way === 'phrase' && (
        <PhraseField phrase={secret} error={errors.secret} onChange={setSecret} />
      )}
      {(way === 'key' || way === 'address') && (
        <Field
          label={t(way)}
          name={way}
          {...(way === 'key' ? { type: 'password' } : {})}
          autoComplete="off"
          autoFocus
          value={secret}
          error={errors.secret}
          onValueChange={setSecret}
        />
      )}
      {way === 'address' && <Note>{t('watchMeaning')}</Note>}
      <NewPassword chosen={chosen} errors={errors} onChange={setChosen} />
      <Note>{t(way === 'address' ? 'forgottenWatch' : 'forgottenMeans')}</Note>
      <Problem text={errors.form} />
      <Button type="submit" kind="primary" disabled={isBusy} aria-busy={isBusy}>
        {t(isBusy ? 'encrypting' : words[way].submit)}
      </Button>
      <Button onClick={onBack} disabled={isBusy}>
        {t('back')}
      </Button>
    </Gate>
  )
}
