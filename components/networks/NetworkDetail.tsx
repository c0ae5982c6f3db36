import type { Network } from '@/lib/network/network'
import { useSecondHosts } from '../hooks/queries'
import { useAction } from '../hooks/useAction'
import { SubScreen } from '../shell/SubScreen'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { titleOf } from '../text/network'
import { Checkbox } from '../ui/Checkbox'
import { Facts } from '../ui/Facts'
import { Host } from '../ui/Host'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import { Abilities } from './Abilities'
import { AsideRpc } from './AsideRpc'
import { RemoveNetwork } from './RemoveNetwork'
import { Rpcs } from './Rpcs'
import { usePayingHosts, useSendHost } from './useSendHost'

const notes = { paymaster: 'paymaster_note', bundler: 'bundler_note' } as const

/** One network: what it is, the nodes behind it, what they can, and what the user chose. */
export const NetworkDetail = ({ network }: { network: Network }) => {
  const { chainId, symbol, explorer, isCustom, isHidden = false } = network
  const seconds = useSecondHosts()
  const second = seconds?.[chainId]
  const send = useSendHost(chainId)
  const paying = usePayingHosts(chainId)
  const hide = useAction(async (to: boolean) => {
    await wallet('editNetwork', { chainId, edit: { isHidden: to } })
    return undefined
  })

  return (
    <SubScreen title={titleOf(network)} back="networks">
      <Section title={t('network_about')}>
        <Facts
          rows={[
            [t('networkChainId'), chainId],
            [t('addNetworkCoin'), symbol],
            [t('addNetworkExplorer'), explorer ? <Host origin={explorer} /> : t('addNetworkNone')],
          ]}
        />
        <Checkbox isChecked={isHidden} onChange={hide.run}>
          {t('network_hide')}
        </Checkbox>
        <Problem text={hide.error} />
      </Section>
      <Rpcs network={network} />
      <Section title={t('network_second')}>
        <p>{t('network_secondNote')}</p>
        <Facts
          rows={[[t('network_second'), second ? <Host origin={second} /> : t('addNetworkNone')]]}
        />
        {seconds && <AsideRpc aside="second" network={network} host={second} />}
      </Section>
      <Section title={t('sendRpc')}>
        <p>{t('sendRpc_note')}</p>
        <Facts rows={[[t('sendRpc'), send ? <Host origin={send} /> : t('addNetworkNone')]]} />
        {send !== undefined && <AsideRpc aside="send" network={network} host={send ?? undefined} />}
      </Section>
      {paying &&
        (['paymaster', 'bundler'] as const).map((aside) => (
          <Section key={aside} title={t(aside)}>
            <p>{t(notes[aside])}</p>
            <Facts
              rows={[
                [t(aside), paying[aside] ? <Host origin={paying[aside]} /> : t('addNetworkNone')],
              ]}
            />
            <AsideRpc aside={aside} network={network} host={paying[aside] ?? undefined} />
          </Section>
        ))}
      <Abilities chainId={chainId} />
      {isCustom && <RemoveNetwork network={network} />}
    </SubScreen>
  )
}
