import { useState } from 'react'
import type { Address } from 'viem'
import { useAccounts } from '../hooks/queries'
import { removalError } from '../settings/removalErrors'
import { PasswordForm } from '../settings/PasswordForm'
import { Secret } from '../ui/Secret'
import { useSetting } from '../settings/useSetting'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { ButtonLink } from '../ui/ButtonLink'
import { Notice } from '../ui/Notice'
import { CheckWords } from '../welcome/CheckWords'
import { CenteredForm } from '../shell/CenteredForm'

const home = () => location.assign('#')

/** The phrase, or the key of the account that the address names: after the password, and while a button is held. */
export const Backup = ({ rest }: { rest: string }) => {
  const [secret, setSecret] = useState<string>()
  const [isChecking, setChecking] = useState(false)
  const isUnchecked = useSetting('isPhraseUnchecked') && rest === ''
  const name = useAccounts()?.find(({ address }) => address === rest)?.name
  const title = rest === '' ? t('phrase') : t('backupKey', name ?? '')
  const back = rest === '' ? 'settings' : 'accounts'

  const reveal = async (password: string) => {
    const shown = await wallet('reveal', {
      password,
      of: rest === '' ? 'phrase' : (rest as Address),
    })
    if (typeof shown === 'string') return removalError(shown)
    setSecret(shown.secret)
    return undefined
  }

  if (secret === undefined)
    return (
      <PasswordForm title={title} submit={t('backupShow')} back={back} onPassword={reveal}>
        <Notice tone="warn">{t(rest === '' ? 'newPhraseWarning' : 'backupKeyWarning')}</Notice>
      </PasswordForm>
    )
  if (isChecking)
    return <CheckWords phrase={secret} onDone={home} onBack={() => setChecking(false)} />
  return (
    <CenteredForm title={title} errors={undefined}>
      <Secret secret={secret} label={title} isHeld />
      {isUnchecked && (
        <Button kind="primary" onClick={() => setChecking(true)}>
          {t('newPhraseWritten')}
        </Button>
      )}
      <ButtonLink href={`#${back}`}>{t('done')}</ButtonLink>
    </CenteredForm>
  )
}
