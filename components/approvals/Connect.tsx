import { RadioGroup } from '@base-ui/react/radio-group'
import { useState } from 'react'
import type { Account, Permission } from '@/lib/db'
import { networks } from '@/lib/network/networks'
import { useAccounts, usePermission } from '../hooks'
import { Checkbox } from '../ui/Checkbox'
import { Hex } from '../ui/Hex'
import { Notice } from '../ui/Notice'
import { Radio } from '../ui/Radio'
import { Section } from '../ui/Section'
import styles from './Connect.module.css'
import { Request, type RequestProps } from './Request'
import { useDecision } from './useDecision'

/** `eth_requestAccounts`: which accounts and which network a site gets. */
export const Connect = (props: RequestProps) => {
  const accounts = useAccounts()
  const granted = usePermission(props.row.origin)
  if (!accounts || granted === undefined) return null
  return <Form {...props} accounts={accounts} granted={granted} />
}

const Form = ({
  accounts,
  granted,
  ...props
}: RequestProps & { accounts: Account[]; granted: Permission | null }) => {
  const all = accounts.map(({ address }) => address)
  const [chosen, setChosen] = useState(() => granted?.accounts ?? all.slice(0, 1))
  const [chainId, setChainId] = useState(granted?.chainId ?? networks[0]?.chainId ?? 0)
  const decide = useDecision(props.row.id)

  // What was the active account stays first; a new one comes after it.
  const toggle = (address: Account['address'], isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, address] : chosen.filter((other) => other !== address))

  return (
    <Request
      {...props}
      asks="asks to connect"
      decide={decide}
      approval={
        chosen.length > 0
          ? { decision: { accounts: chosen, chainId }, seen: 'accounts and networks' }
          : undefined
      }
      terms={
        chosen.length === 0 && <Notice tone="info">Choose at least one account, or reject.</Notice>
      }
    >
      <Section title="Accounts it gets to see">
        {accounts.map(({ address, name }) => (
          <Checkbox
            key={address}
            isChecked={chosen.includes(address)}
            onChange={(isChosen) => toggle(address, isChosen)}
          >
            <span className={styles.name}>{name}</span>
            <span className={styles.address}>
              <Hex value={address} />
            </span>
          </Checkbox>
        ))}
      </Section>
      <Section title="Network">
        <RadioGroup
          aria-label="Network"
          value={chainId}
          onValueChange={(value) => setChainId(value)}
        >
          {networks.map((network) => (
            <Radio key={network.chainId} value={network.chainId}>
              {network.name}
            </Radio>
          ))}
        </RadioGroup>
      </Section>
      <Section title="What connecting means">
        <p>
          It can look at these accounts and ask you to approve what it wants to send. Nothing is
          sent without your approval.
        </p>
      </Section>
    </Request>
  )
}
