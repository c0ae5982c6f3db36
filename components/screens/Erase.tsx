import { useState } from 'react'
import { beginAnew } from '../settings/beginAnew'
import { removalError } from '../settings/removalErrors'
import { PasswordForm } from '../settings/PasswordForm'
import { LiveBatches } from '../settings/LiveBatches'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Checkbox } from '../ui/Checkbox'
import { Notice } from '../ui/Notice'

/** Erases the wallet: says what is lost and what is under way, asks for a word and for the password. */
export const Erase = () => {
  const [isSure, setSure] = useState(false)

  const erase = async (password: string) => {
    if (!isSure) return t('eraseNotSure')
    const answer = await wallet('erase', { password })
    if (answer !== 'done') return removalError(answer)
    beginAnew()
    return undefined
  }

  return (
    <PasswordForm
      title={t('eraseWallet')}
      submit={t('eraseNow')}
      back="settings"
      isDanger
      onPassword={erase}
    >
      <Notice tone="bad">{t('eraseMeaning')}</Notice>
      <LiveBatches />
      <Checkbox isChecked={isSure} onChange={setSure}>
        {t('eraseSure')}
      </Checkbox>
    </PasswordForm>
  )
}
