import { usePermission } from '../hooks'
import { networkName } from '../text/network'
import { Facts } from '../ui/Facts'
import { Section } from '../ui/Section'
import { Request, type RequestProps } from './Request'
import { useDecision } from './useDecision'

/** `wallet_switchEthereumChain`: which network a site is on from now. */
export const SwitchNetwork = (props: RequestProps) => {
  const { row } = props
  const [{ chainId }] = row.params as [{ chainId: string }]
  const granted = usePermission(row.origin)
  const decide = useDecision(row.id)
  const to = networkName(Number(chainId))

  return (
    <Request
      {...props}
      asks={`asks to move to ${to}`}
      decide={decide}
      approval={{ decision: {}, seen: to }}
    >
      <Section title="Network of this site">
        <Facts
          rows={[
            ['Now', granted ? networkName(granted.chainId) : 'None'],
            ['After', to],
          ]}
        />
      </Section>
      <Section title="What moving means">
        <p>
          The site reads from {to} and asks you to send there. Other sites stay where they are, and
          nothing is sent by this.
        </p>
      </Section>
    </Request>
  )
}
