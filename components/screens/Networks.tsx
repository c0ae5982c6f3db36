import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { findNetwork, networks } from '@/lib/network/networks'
import type { Network } from '@/lib/network/network'
import { NetworkDetail } from '../networks/NetworkDetail'
import { NetworkMark } from '../networks/NetworkMark'
import { NewNetwork } from '../networks/NewNetwork'
import { t } from '../text/messages'
import { nodeHost, titleOf } from '../text/network'
import { ButtonLink } from '../ui/ButtonLink'
import { Host } from '../ui/Host'
import { Note } from '../ui/Note'
import { SearchField } from '../ui/SearchField'
import list from '../ui/List.module.css'
import layout from '../ui/layout.module.css'
import { SubScreen } from '../shell/SubScreen'

/** From so many networks on, the list can be searched. */
const many = 12

/** The networks, or the one whose chain ID the address names. */
export const Networks = ({ rest }: { rest: string }) => {
  const network = findNetwork(Number(rest))
  if (rest === 'add') return <NewNetwork />
  if (rest && network) return <NetworkDetail key={network.chainId} network={network} />
  return <All />
}

const All = () => {
  const [sought, setSought] = useState('')
  const found = networks.filter(({ name, chainId }) =>
    `${name} ${chainId}`.toLowerCase().includes(sought.trim().toLowerCase()),
  )
  return (
    <SubScreen title={t('networks')}>
      <div className={`${layout.stack} ${layout.body}`}>
        <Note>{t('networks_note')}</Note>
        {networks.length > many && (
          <SearchField label={t('networks_search')} sought={sought} onChange={setSought} />
        )}
        <ul className={list.list}>
          {found.map((network) => (
            <li key={network.chainId} className={list.item}>
              <Row network={network} />
            </li>
          ))}
        </ul>
        {found.length === 0 && <Note>{t('networks_none')}</Note>}
        <ButtonLink href="#networks/add">{t('networks_add')}</ButtonLink>
      </div>
    </SubScreen>
  )
}

const Row = ({ network }: { network: Network }) => (
  <a className={list.link} href={`#networks/${network.chainId}`}>
    <span className={list.line}>
      <span className={`${layout.inline} ${list.name}`}>
        <NetworkMark chainId={network.chainId} size={20} />
        {titleOf(network)}
      </span>
      <ChevronRight size={16} aria-hidden />
    </span>
    <span className={list.muted}>
      <Host origin={nodeHost(network)} />
      {network.isHidden && ` · ${t('networks_hidden')}`}
    </span>
  </a>
)
