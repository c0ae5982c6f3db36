import { usePermission } from '../hooks/queries'
import { networkName } from '../text/network'
import { Facts } from '../ui/Facts'
import { Section } from '../ui/Section'
import { Request, type RequestProps } from './Request'
import { useDecision } from './useDecision'
import { t } from '../text/messages'

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
      asks={t('switch_asks', to)}
      decide={decide}
      doubts={[]}
      verb={t('verb_switch')}
      approval={{ decision: {}, seen: to }}
    >
      <Section title={t('switch_networkOfSite')}>
        <Facts
          rows={[
            [t('switch_now'), granted ? networkName(granted.chainId) : t('none')],
            [t('switch_after'), to],
          ]}
        />
      </Section>
      <Section title={t('switch_meaning')}>
        <p>{t('switch_meaningText', to)}</p>
      </Section>
    </Request>
  )
}
