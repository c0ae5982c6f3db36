import { useState } from 'react'
import type { Address } from 'viem'
import { useAccounts, useSites } from '../hooks/queries'
import { removalError } from '../settings/removalErrors'
import { LiveBatches } from '../settings/LiveBatches'
import { PasswordForm } from '../settings/PasswordForm'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { hostOf } from '../text/origin'
import { Checkbox } from '../ui/Checkbox'
import { SingleAddress } from '../ui/SingleAddress'
import { Notice } from '../ui/Notice'

/** Removes an imported key: says what is lost, asks for a word and for the password. */
export const RemoveAccount = ({ rest }: { rest: string }) => {
  const address = rest as Address
  const [isSure, setSure] = useState(false)
  const name = useAccounts()?.find((account) => account.address === address)?.name ?? ''
  const sites = (useSites() ?? []).filter(({ accounts }) => accounts.includes(address))

  const remove = async (password: string) => {
    if (!isSure) return t('eraseNotSure')
    const answer = await wallet('removeAccount', { address, password })
    if (answer !== 'done') return removalError(answer)
    location.hash = 'accounts'
    return undefined
  }

  return (
    <PasswordForm
      title={t('accountRemoveName', name)}
      submit={t('accountRemove')}
      back="accounts"
      isDanger
      onPassword={remove}
    >
      <SingleAddress value={address} />
      <Notice tone="bad">{t('accountRemoveMeaning')}</Notice>
      {sites.length > 0 && (
        <p>{t('accountRemoveSites', sites.map(({ origin }) => hostOf(origin)).join(', '))}</p>
      )}
      <LiveBatches from={address} />
      <Checkbox isChecked={isSure} onChange={setSure}>
        {t('accountRemoveSure')}
      </Checkbox>
    </PasswordForm>
  )
}
