import { mayUsePasskeys } from '../passkey/mayUsePasskeys'
import { About } from '../settings/About'
import { Choices } from '../settings/Choices'
import { Developer } from '../settings/Developer'
import { LinkRow } from '../settings/LinkRow'
import { useAccounts } from '../hooks/queries'
import { t } from '../text/messages'
import { Section } from '../ui/Section'
import { NetworksLink } from './NetworksLink'
import { TopScreen } from '../shell/TopScreen'

/** The settings, and the ways to accounts, keys and networks. */
export const Settings = () => {
  const hasPhrase = useAccounts()?.some(({ source }) => !source)
  return (
    <TopScreen name="settings">
      <Section title={t('accounts')}>
        <div>
          <LinkRow href="#accounts" name={t('accounts')} note={t('accountsNote')} />
          {hasPhrase && <LinkRow href="#backup" name={t('phrase')} note={t('backupNote')} />}
          <LinkRow href="#password" name={t('passwordChange')} note={t('passwordChangeNote')} />
          {mayUsePasskeys() && (
            <LinkRow href="#passkey" name={t('passkey_title')} note={t('passkey_note')} />
          )}
        </div>
      </Section>
      <Choices />
      <NetworksLink />
      <Developer />
      <About />
      <Section title={t('erase')}>
        <LinkRow href="#erase" name={t('eraseWallet')} note={t('eraseNote')} />
      </Section>
    </TopScreen>
  )
}
