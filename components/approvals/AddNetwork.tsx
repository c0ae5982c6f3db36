import { RadioGroup } from '@base-ui/react/radio-group'
import { useState } from 'react'
import { findNetwork } from '@/lib/network/networks'
import type { Proposal } from '@/lib/network/proposal'
import { usePermission } from '../hooks/queries'
import { namesakeOf, useKnownChains, type KnownChains } from '../networks/knownChain'
import { plural, t } from '../text/messages'
import { joinSentences } from '../text/sentences'
import { dayText } from '../text/time'
import { visibleName } from '../text/visible'
import { Button } from '../ui/Button'
import { Facts } from '../ui/Facts'
import { Host } from '../ui/Host'
import { Notice } from '../ui/Notice'
import { Problem } from '../ui/Problem'
import { Radio } from '../ui/Radio'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import layout from '../ui/layout.module.css'
import { unless } from './approvable'
import { doubtsOfNetwork } from './doubts'
import { NoAnswer } from './NoAnswer'
import { Request, type RequestProps } from './Request'
import { SwitchNetwork } from './SwitchNetwork'
import { useDecision } from './useDecision'
import { useNetworkCheck, type NodeCheck } from './useNetworkCheck'
import type { GreyReason } from './whyGrey'

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
  const loaded = useKnownChains()
  const known = loaded === 'failed' ? undefined : loaded
  const usual = known?.chains.find((one) => one.chainId === chainId)
  const hasOtherCoin = usual !== undefined && usual.symbol !== proposal.nativeCurrency.symbol
  const checks = useNetworkCheck(row.id, chainId, usual?.rpc)
  const decide = useDecision(row.id)
  const [chosen, setChosen] = useState<Nodes>('known')
  const nodes = usual?.rpc === undefined ? 'site' : chosen
  const urls = nodes === 'known' ? [usual?.rpc ?? ''] : proposal.rpcUrls
  const { check, ask, error } = checks[nodes]
  const hasAnswer = typeof check === 'object'
  const isThere = hasAnswer && check.some((one) => one.found === 'ok')
  const namesake = known && !usual ? namesakeOf(chainId, chainName, known.chains) : undefined
  const decision = {
    // Users check in an explorer what a site told them: of a known chain, it is not the site that names it.
    ...(usual ? { name: usual.name, explorer: usual.explorer ?? null } : {}),
    ...(nodes === 'known' ? { url: usual?.rpc } : {}),
  }
  const approval = isThere ? { decision, seen: `${row.id} ${nodes}` } : unanswered(check)
  const explorer = usual ? usual.explorer : blockExplorerUrls?.[0]

  return (
    <Request
      {...props}
      asks={t(granted ? 'addNetworkAsksMove' : 'addNetworkAsks')}
      decide={decide}
      verb={t(granted ? 'verb_addSwitch' : 'verb_addNetwork')}
      doubts={doubtsOfNetwork(hasOtherCoin, loaded === 'failed')}
      approval={namesake ? null : unless(approval, [!loaded && 'known networks'])}
      terms={
        <>
          <Problem text={error} />
          {check === 'not asked' && (
            <Notice tone="info">
              {plural('addNetworkUnasked', urls.length)}
              <span className={`${layout.wrap} ${layout.below}`}>
                <Button isSmall onClick={() => ask()}>
                  {plural('addNetworkAsk', urls.length)}
                </Button>
              </span>
            </Notice>
          )}
          {hasAnswer && !isThere && (
            <NoAnswer text={t('addNetworkNoAnswer')} again={() => ask()}>
              {urls.filter(isRemote).map((url) => (
                <Button key={url} isSmall onClick={() => ask(url)}>
                  {t('addNetworkAccess', new URL(url).host)}
                </Button>
              ))}
            </NoAnswer>
          )}
        </>
      }
    >
      <div className={`${layout.stack} ${layout.ifAny}`}>
        {loaded === 'failed' && (
          <Notice tone="warn" isAlert>
            {t('networkUnchecked')}
          </Notice>
        )}
        {known && <ProposalWarnings proposal={proposal} known={known} namesake={namesake} />}
      </div>
      <Section title={t('addNetworkTitle')}>
        <Facts
          rows={[
            [t('networkName'), visibleName(usual?.name ?? chainName)],
            [t('networkChainId'), `${chainId} (${proposal.chainId})`],
            [t('addNetworkCoin'), nativeCurrency.symbol],
            [t('addNetworkExplorer'), explorer ? <Host origin={explorer} /> : t('addNetworkNone')],
            [t('addNetworkNode'), <Rpcs urls={urls} check={check} />],
          ]}
        />
        {usual?.rpc !== undefined && (
          <RadioGroup<Nodes>
            aria-label={t('addNetworkNode')}
            value={nodes}
            onValueChange={setChosen}
          >
            <Radio value="known">{t('addNetworkKnownNode')}</Radio>
            <Radio value="site">{t('addNetworkSiteNodes')}</Radio>
          </RadioGroup>
        )}
      </Section>
      <Section title={t('addNetworkMeansTitle')}>
        <p>{t('addNetworkMeans')}</p>
      </Section>
    </Request>
  )
}

const unanswered = (check: NodeCheck): GreyReason => {
  if (check === 'not asked') return 'node unasked'
  return check === 'asking' ? 'node asked' : 'no answer'
}

/** The choice of whose nodes are asked: the one that is widely known for the chain, or those of the site. */
type Nodes = 'known' | 'site'

const words = {
  ok: 'addNetworkFoundOk',
  'no answer': 'addNetworkFoundNone',
  'other chain': 'addNetworkFoundOther',
} as const

const Rpcs = ({ urls, check }: { urls: readonly string[]; check: NodeCheck }) => (
  <ul className={`${layout.stack} ${layout.tight}`}>
    {urls.map((url, index) => (
      <li key={url}>
        <Host origin={new URL(url).host} />
        {check !== 'not asked' && (
          <span className={`${layout.block} ${layout.muted}`}>
            {check === 'asking' ? (
              <Skeleton width={14} />
            ) : (
              t(words[check[index]?.found ?? 'no answer'])
            )}
          </span>
        )}
      </li>
    ))}
  </ul>
)

/** Says where a proposed network differs from the public chain list, and of which day that list is. */
const ProposalWarnings = ({
  proposal,
  known: { chains, date },
  namesake,
}: {
  proposal: Proposal
  known: KnownChains
  namesake: { chainId: number; name: string } | undefined
}) => {
  const chainId = Number(proposal.chainId)
  const { symbol } = proposal.nativeCurrency
  const usual = chains.find((chain) => chain.chainId === chainId)
  const listed = t('addNetworkListDate', dayText(date))
  return (
    <>
      {usual && (
        <Notice tone="info">
          {joinSentences(t('addNetworkKnown', chainId, usual.name), listed)}
        </Notice>
      )}
      {usual && usual.symbol !== symbol && (
        <Notice tone="warn">{t('addNetworkOtherCoin', chainId, usual.symbol, symbol)}</Notice>
      )}
      {namesake && (
        <Notice tone="bad" isAlert>
          {joinSentences(t('addNetworkNameOf', namesake.name, namesake.chainId), listed)}
        </Notice>
      )}
    </>
  )
}

/** Loopback is the extension's own from the start. */
const isRemote = (url: string) => url.startsWith('https:')
