import { useState } from 'react'
import { useAction } from '../hooks/useAction'
import { addDevice, type FoundOnDevice } from '../devices/addDevice'
import { setWelcoming, wallet } from '../store/session'
import { t, type Key } from '../text/messages'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import { CenteredForm } from '../shell/CenteredForm'
import type { Way } from './Choose'
import { checkPassword, NewPassword, type Chosen, type PasswordErrors } from './NewPassword'
import { checkPhrase, PhraseField } from './PhraseField'

type Errors = PasswordErrors & { secret?: string }

const words: Record<Way, { title: Key; submit: Key }> = {
  new: { title: 'welcomeNew', submit: 'welcomeCreate' },
  phrase: { title: 'welcomePhrase', submit: 'welcomeImport' },
  key: { title: 'welcomeKey', submit: 'welcomeImport' },
  ledger: { title: 'device_title', submit: 'welcomeCreate' },
  qr: { title: 'qr_title', submit: 'welcomeCreate' },
  address: { title: 'welcomeWatch', submit: 'welcomeWatchSubmit' },
}

const startOf = (way: Way, secret: string, device: FoundOnDevice | undefined) => {
  if (way === 'new') return way
  if (device) return { address: device.address }
  if (way === 'phrase') return { phrase: secret }
  return way === 'key' ? { key: secret.trim() } : { address: secret.trim() }
}

const refusals = {
  'bad phrase': 'phraseChecksum',
  'bad key': 'keyBad',
  'bad address': 'addressBad',
  exists: 'welcomeExists',
} as const satisfies Record<string, Key>

/** Form of one way to set up the wallet (new phrase, imported phrase or key, watched address), with its password. */
export const Begin = ({
  way,
  device,
  onBack,
  onPhrase,
}: {
  way: Way
  /** The account of a device with which the wallet begins. */
  device?: FoundOnDevice | undefined
  onBack: () => void
  /** A new phrase was made: it is to be shown. */
  onPhrase: (phrase: string) => void
}) => {
  const [secret, setSecret] = useState('')
  const [chosen, setChosen] = useState({ password: '', repeat: '' })
  const [errors, setErrors] = useState<Errors>({})

  const choose = (next: Chosen) => {
    setChosen(next)
    // An error is about the password that was submitted, not about the next one.
    if (errors.password ?? errors.repeat) setErrors({})
  }

  const find = async (): Promise<Errors> => {
    const wrong = way === 'phrase' ? await checkPhrase(secret) : undefined
    if (wrong !== undefined) return { secret: wrong }
    return checkPassword(chosen)
  }

  const make = async (): Promise<string | undefined> => {
    const { password } = chosen
    setWelcoming(way === 'new')
    const answer = await wallet('setUp', { password, from: startOf(way, secret, device) })
    if (answer !== 'done') {
      setWelcoming(false)
      if (answer === 'exists') return t(refusals.exists)
      setErrors({ secret: t(refusals[answer]) })
      return undefined
    }
    // Watched for a moment: without its path nothing could be signed.
    if (device) await addDevice(device)
    if (way !== 'new') return undefined
    const shown = await wallet('reveal', { password, of: 'phrase' })
    // Without it the reminder on home leads back to the phrase.
    if (typeof shown === 'string') setWelcoming(false)
    else onPhrase(shown.secret)
    return undefined
  }

  const { run, isPending, error } = useAction(async () => {
    const found = await find()
    setErrors(found)
    if (Object.keys(found).length > 0) return undefined
    try {
      return await make()
    } catch (failure) {
      setWelcoming(false)
      throw failure
    }
  })

  return (
    <CenteredForm title={t(words[way].title)} errors={errors} onSubmit={() => isPending || run()}>
      {way === 'new' && <Note>{t('welcomeSteps')}</Note>}
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
      <NewPassword chosen={chosen} errors={errors} onChange={choose} />
      <Note>{t(way === 'address' || device ? 'forgottenWatch' : 'forgottenMeans')}</Note>
      <Problem text={error} />
      <Button type="submit" kind="primary" disabled={isPending} aria-busy={isPending}>
        {t(isPending ? 'encrypting' : words[way].submit)}
      </Button>
      <Button onClick={onBack} disabled={isPending}>
        {t('back')}
      </Button>
    </CenteredForm>
  )
}
