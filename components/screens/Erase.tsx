import { useState } from 'react'
import { sentenceOfKept } from '../settings/kept'
import { PasswordForm } from '../settings/PasswordForm'
import { LiveBatches } from '../settings/LiveBatches'
import { wallet } from '../store'
import { t } from '../text/messages'
import { Checkbox } from '../ui/Checkbox'
import { Notice } from '../ui/Notice'

/** What the page itself keeps goes too; then it begins anew. */
export const beginAnew = (): void => {
  localStorage.clear()
  location.replace(location.pathname)
}

/** Erases the wallet: says what is lost and what is under way, asks for a word and for the password. */
export const Erase = () => {
  const [isSure, setSure] = useState(false)

  const erase = async (password: string) => {
    if (!isSure) return t('eraseNotSure')
    const answer = await wallet('erase', { password })
    if (answer !== 'done') return sentenceOfKept(answer)
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
