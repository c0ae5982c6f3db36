import type { Address } from 'viem'
import type { Account, Permission } from '@/lib/db'
import { useAccounts, usePermission } from '../hooks/queries'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { NetworkSelect } from '../networks/NetworkSelect'
import { t } from '../text/messages'
import { timeText } from '../text/time'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/Checkbox'
import { ListedAddress } from '../ui/ListedAddress'
import { Host } from '../ui/Host'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import { Select } from '../ui/Select'
import layout from '../ui/layout.module.css'
import { SubScreen } from '../shell/SubScreen'

/** One connected site: what it may see, its network, and the way to take it all back. */
export const SiteScreen = ({ rest: origin }: { rest: string }) => {
  const site = usePermission(origin)
  const accounts = useAccounts()
  return (
    <SubScreen title={<Host origin={origin} />}>
      {site && accounts && <Content site={site} accounts={accounts} />}
      {site === null && <p className={layout.padded}>{t('site_gone')}</p>}
    </SubScreen>
  )
}

const Content = ({ site, accounts }: { site: Permission; accounts: Account[] }) => {
  const { origin, chainId, createdAt } = site
  const change = async (to: { accounts?: Address[]; chainId?: number }) => {
    const answer = await wallet('changeSite', { origin, accounts: site.accounts, chainId, ...to })
    return answer === 'gone' ? t('site_gone') : undefined
  }
  const grant = useAction((next: Address[]) => change({ accounts: next }))
  const activation = useAction((next: Address[]) => change({ accounts: next }))
  const networkChoice = useAction((next: number) => change({ chainId: next }))
  const disconnection = useAction(async () => {
    await wallet('disconnect', { origin })
    location.hash = 'sites'
    return undefined
  })
  const granted = accounts.filter(({ address }) => site.accounts.includes(address))
  const offered = accounts.filter(
    ({ address, isHidden, source }) =>
      (!isHidden && source !== 'watch') || site.accounts.includes(address),
  )

  return (
    <>
      <Section title={t('site_accounts')}>
        <Note>{t('site_since', timeText(createdAt))}</Note>
        {offered.map(({ address, name }) => {
          const isGranted = site.accounts.includes(address)
          const isLast = isGranted && site.accounts.length === 1
          return (
            <Checkbox
              key={address}
              isChecked={isGranted}
              isDisabled={isLast}
              onChange={(isChosen) =>
                grant.run(
                  isChosen
                    ? [...site.accounts, address]
                    : site.accounts.filter((other) => other !== address),
                )
              }
            >
              <span className={layout.strong}>{name}</span>
              <span className={`${layout.secondColumn} ${layout.muted}`}>
                <ListedAddress value={address} />
              </span>
            </Checkbox>
          )
        })}
        <Problem text={grant.error} />
      </Section>
      {granted.length > 1 && site.accounts[0] && (
        <Section title={t('site_active')}>
          <Note>{t('site_activeMeaning')}</Note>
          <Select
            label={t('site_active')}
            value={site.accounts[0]}
            options={granted.map(({ address, name }) => [address, name] as const)}
            onChange={(active) =>
              activation.run([active, ...site.accounts.filter((other) => other !== active)])
            }
          />
          <Problem text={activation.error} />
        </Section>
      )}
      <Section title={t('network')}>
        <NetworkSelect chainId={chainId} onChange={networkChoice.run} />
        <Problem text={networkChoice.error} />
      </Section>
      <Section title={t('site_may')}>
        <p>{t('site_mayMeaning')}</p>
        <Button kind="danger" onClick={disconnection.run}>
          {t('site_disconnect')}
        </Button>
        <Problem text={disconnection.error} />
      </Section>
    </>
  )
}
