import { useState } from 'react'
import type { Account, Permission } from '@/lib/db'
import { defaultChainId, findNetwork } from '@/lib/network/networks'
import { activeOf, useActive, type Active } from '../hooks/useActive'
import { usePermission } from '../hooks/queries'
import { NetworkSelect } from '../networks/NetworkSelect'
import { t } from '../text/messages'
import { Avatar } from '../ui/Avatar'
import { Checkbox } from '../ui/Checkbox'
import { Section } from '../ui/Section'
import { ShortAddress } from '../ui/ShortAddress'
import layout from '../ui/layout.module.css'
import { Request, type RequestProps } from './Request'
import { useDecision } from './useDecision'

/** `eth_requestAccounts`: which accounts and which network a site gets. */
export const Connect = (props: RequestProps) => {
  const found = useActive()
  const granted = usePermission(props.row.origin)
  if (!found || granted === undefined) return null
  return <Form {...props} found={found} granted={granted} />
}

const Form = ({
  found: { accounts, active },
  granted,
  ...props
}: RequestProps & { found: Active; granted: Permission | null }) => {
  const offered = accounts.filter(
    ({ source, isHidden, address }) =>
      source !== 'watch' && (!isHidden || granted?.accounts.includes(address)),
  )
  const first = activeOf(offered, active?.address)
  const [chosen, setChosen] = useState(() => granted?.accounts ?? (first ? [first.address] : []))
  // A row that is settled has no params.
  const { wants = defaultChainId } = (props.row.params ?? {}) as { wants?: number }
  const wanted = findNetwork(wants) ? wants : defaultChainId
  const [chainId, setChainId] = useState(granted?.chainId ?? wanted)
  const decide = useDecision(props.row.id)

  // The active account stays first; a new one comes after it.
  const toggle = (address: Account['address'], isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, address] : chosen.filter((other) => other !== address))

  return (
    <Request
      {...props}
      asks={t('connect_asks')}
      decide={decide}
      doubts={[]}
      verb={t('verb_connect')}
      approval={
        chosen.length > 0
          ? { decision: { accounts: chosen, chainId }, seen: 'choices' }
          : 'no account'
      }
    >
      <Section title={t('connect_accounts')}>
        {offered.length === 0 && <p>{t('accountsNone')}</p>}
        {offered.map(({ address, name }) => (
          <Checkbox
            key={address}
            isChecked={chosen.includes(address)}
            onChange={(isChosen) => toggle(address, isChosen)}
          >
            <span className={layout.inline} title={address}>
              <Avatar address={address} size={20} />
              <span className={layout.strong}>{name}</span>
            </span>
            {offered.some((one) => one.name === name && one.address !== address) && (
              <span className={layout.wholeRow}>
                <ShortAddress value={address} />
              </span>
            )}
          </Checkbox>
        ))}
      </Section>
      <Section title={t('network')}>
        <NetworkSelect chainId={chainId} onChange={setChainId} />
      </Section>
      <Section title={t('connect_meaning')}>
        <p>{t('connect_meaningText')}</p>
      </Section>
    </Request>
  )
}
