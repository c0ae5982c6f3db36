import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Account } from '@/lib/db'
import { chooseAccount } from '../hooks/useHere'
import list from '../ui/List.module.css'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { ownName } from '../text/accountName'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { ListedAddress } from '../ui/ListedAddress'
import { Problem } from '../ui/Problem'
import { AccountActions } from './AccountActions'
import layout from '../ui/layout.module.css'
import { LineForm } from './LineForm'

const sources = {
  key: 'accountOfKey',
  watch: 'accountWatched',
  ledger: 'accountOfLedger',
  qr: 'accountOfQr',
} as const

const sourceOf = ({ source, path, index }: Account) =>
  source ? t(sources[source]) : t('accountOfPhrase', (path ?? index) + 1)

/** One account: where it comes from, and what can be done with it. */
export const AccountRow = ({
  account,
  isActive,
  isLast,
}: {
  account: Account
  isActive: boolean
  /** The only one that is shown: it stays. */
  isLast: boolean
}) => {
  const { address, name } = account
  const [isNaming, setNaming] = useState(false)

  const activation = useAction(chooseAccount)

  const rename = async (text: string) => {
    const answer = await wallet('renameAccount', { address, name: text })
    if (answer === 'bad name') return t('accountBadName')
    setNaming(false)
    return undefined
  }

  return (
    <li className={list.item} aria-label={name}>
      <div className={list.line}>
        <span className={list.name}>{name}</span>
        {isActive ? (
          <span className={`${layout.inline} ${layout.tight} ${layout.accent} ${layout.strong}`}>
            <Check size={16} aria-hidden />
            {t('accountActive')}
          </span>
        ) : (
          <Button
            isSmall
            aria-label={t('accountUseName', name)}
            onClick={() => activation.run(address)}
          >
            {t('accountUse')}
          </Button>
        )}
      </div>
      <Problem text={activation.error} />
      <div className={`${layout.inline} ${layout.tight}`}>
        <ListedAddress value={address} />
        <CopyButton text={address} what={t('accountAddressOf', name)} />
      </div>
      <span className={list.muted}>{sourceOf(account)}</span>
      {isNaming ? (
        <LineForm
          label={t('accountName')}
          initial={ownName(account)}
          submit={t('save')}
          onSubmit={rename}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <AccountActions account={account} isLast={isLast} onRename={() => setNaming(true)} />
      )}
    </li>
  )
}
