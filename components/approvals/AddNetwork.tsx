import { distinctName } from '@/lib/network/networkNames'
import { findNetwork } from '@/lib/network/networks'
import type { RpcFinding, Proposal } from '@/lib/network/proposal'
import { usePermission } from '../hooks/queries'
import { askForHost } from '../networks/hostPermission'
import { useKnownChains } from '../networks/knownChain'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Facts } from '../ui/Facts'
import { Host } from '../ui/Host'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import layout from '../ui/layout.module.css'
import { doubtsOfNetwork } from './doubts'
import { networkMisfit, type NetworkMisfit } from './networkMisfit'
import { NoAnswer } from './NoAnswer'
import { Request, type RequestProps } from './Request'
import { SwitchNetwork } from './SwitchNetwork'
import { useDecision } from './useDecision'
import { useNetworkCheck } from './useNetworkCheck'

/** `wallet_addEthereumChain`: a network of the site's choice; where the wallet has it, moving there. */
export const AddNetwork = (props: RequestProps) => {
  const [proposal] = props.row.params as [Proposal]
  if (findNetwork(Number(proposal.chainId))) return <SwitchNetwork {...props} />
  return <Add {...props} proposal={proposal} />
}

const Add = ({ proposal, ...props }: RequestProps & { proposal: Proposal }) => {
  const { row } = props
  const { chainName, nativeCurrency, blockExplorerUrls } = proposal
  const chainId = Number(proposal.chainId)
  const granted = usePermission(row.origin)
  const known = useKnownChains()
  const misfit = known && networkMisfit(proposal, known)
  const { rpcs, again } = useNetworkCheck(row.id)
  const decide = useDecision(row.id)
  const name = distinctName(chainId, chainName)
  const isThere = rpcs?.some(({ found }) => found === 'ok')
  const [explorer] = blockExplorerUrls ?? []

  return (
    <Request
      {...props}
      asks={t(granted ? 'addNetworkAsksMove' : 'addNetworkAsks')}
      decide={decide}
      doubts={doubtsOfNetwork(misfit)}
      approval={isThere && known ? { decision: {}, seen: row.id } : undefined}
      terms={
        <>
          {!rpcs && <p>{t('addNetworkAsking')}</p>}
          {rpcs && !isThere && (
            <NoAnswer text={t('addNetworkNoAnswer')} again={again}>
              {proposal.rpcUrls.filter(isRemote).map((url) => (
                <Button key={url} isSmall onClick={() => void askForHost(url).then(again)}>
                  {t('addNetworkAccess', new URL(url).host)}
                </Button>
              ))}
            </NoAnswer>
          )}
        </>
      }
    >
      {misfit && <ProposalWarnings proposal={proposal} misfit={misfit} />}
      <Section title={t('addNetworkTitle')}>
        <Facts
          rows={[
            [t('networkName'), name],
            [t('networkChainId'), `${chainId} (${proposal.chainId})`],
            [t('addNetworkCoin'), nativeCurrency.symbol],
            [t('addNetworkExplorer'), explorer ? <Host origin={explorer} /> : t('addNetworkNone')],
            [t('addNetworkNode'), <Rpcs proposal={proposal} rpcs={rpcs} />],
          ]}
        />
      </Section>
      <Section title={t('addNetworkMeansTitle')}>
        <p>{t('addNetworkMeans')}</p>
      </Section>
    </Request>
  )
}

const words = {
  ok: 'addNetworkFoundOk',
  'no answer': 'addNetworkFoundNone',
  'other chain': 'addNetworkFoundOther',
} as const

const Rpcs = ({
  proposal: { rpcUrls },
  rpcs,
}: {
  proposal: Proposal
  rpcs: readonly { found: RpcFinding }[] | undefined
}) => (
  <ul className={layout.tightStack}>
    {rpcUrls.map((url, index) => (
      <li key={url}>
        <Host origin={new URL(url).host} />
        <span className={`${layout.block} ${layout.muted}`}>
          {rpcs ? t(words[rpcs[index]?.found ?? 'no answer']) : <Skeleton width={14} />}
        </span>
      </li>
    ))}
  </ul>
)

/** Warns where a proposed network differs from the public chain list. */
const ProposalWarnings = ({
  proposal: { chainId, nativeCurrency },
  misfit: { otherCoin, namesake },
}: {
  proposal: Proposal
  misfit: NetworkMisfit
}) => (
  <>
    {otherCoin && (
      <Notice tone="warn">
        {t('addNetworkOtherCoin', Number(chainId), otherCoin.symbol, nativeCurrency.symbol)}
      </Notice>
    )}
    {namesake && (
      <Notice tone="warn">{t('addNetworkNameOf', namesake.name, namesake.chainId)}</Notice>
    )}
  </>
)

/** Loopback is the extension's own from the start. */
const isRemote = (url: string) => url.startsWith('https:')
