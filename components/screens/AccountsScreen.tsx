import type { Account } from '@/lib/db'
import { useActive } from '../hooks/useActive'
import { AccountRow } from '../settings/AccountRow'
import { AddAccount } from '../settings/AddAccount'
import { removalError } from '../settings/removalErrors'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { ListedAddress } from '../ui/ListedAddress'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import list from '../ui/List.module.css'
import { SubScreen } from '../shell/SubScreen'

/** All accounts: which one home shows, their names, what is hidden, and how more are added. */
export const AccountsScreen = () => {
  const found = useActive()
  if (!found) return null
  const { accounts, active } = found
  const shown = accounts.filter(({ isHidden }) => !isHidden)
  const hidden = accounts.filter(({ isHidden }) => isHidden)

  return (
    <SubScreen title={t('accounts')}>
      <Section title={t('accountsShown')}>
        <ul className={list.list}>
          {shown.map((account) => (
            <AccountRow
              key={account.address}
              account={account}
              isActive={account === active}
              isLast={shown.length === 1}
            />
          ))}
        </ul>
      </Section>
      <AddAccount accounts={accounts} />
      {hidden.length > 0 && (
        <Section title={t('accountsHidden')}>
          <ul className={list.list}>
            {hidden.map((account) => (
              <Hidden key={account.address} account={account} />
            ))}
          </ul>
        </Section>
      )}
    </SubScreen>
  )
}

const Hidden = ({ account: { address, name } }: { account: Account }) => {
  const { run, error } = useAction(async () => {
    const answer = await wallet('hideAccount', { address, isHidden: false })
    return answer === 'done' ? undefined : removalError(answer)
  })
  return (
    <li className={list.item}>
      <div className={list.line}>
        <span className={list.name}>{name}</span>
        <Button isSmall aria-label={t('accountShowName', name)} onClick={run}>
          {t('accountShow')}
        </Button>
      </div>
      <ListedAddress value={address} />
      <Problem text={error} />
    </li>
  )
}
