import type { UnlistedReason } from '@/lib/holdings/list'
import type { ProposedAsset } from '@/lib/holdings/proposed'
import { t } from '../text/messages'
import { tokenDoubts } from '../calls/tokenDoubts'
import { TokenWarnings } from '../tokens/TokenWarnings'
import { TokenFacts } from '../tokens/TokenFacts'
import { useProposedToken } from '../tokens/useProposedToken'
import { sentenceOfUnlisted } from '../tokens/unlisted'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import layout from '../ui/layout.module.css'
import { NoAnswer } from './NoAnswer'
import { AccountChip } from './AccountChip'
import { unless, type Readiness } from './approvable'
import { Request, type RequestProps } from './Request'
import { useAssetCheck } from './useAssetCheck'
import { useDecision } from './useDecision'

/** `wallet_watchAsset`: a token as the chain tells it, not as the site does. */
export const WatchAsset = (props: RequestProps) => {
  const { row } = props
  const asset = row.params as ProposedAsset
  const { finding, again } = useAssetCheck(row.id)
  const decide = useDecision(row.id)
  const told = finding?.found === 'ok' ? finding : undefined
  const tokens = useProposedToken(asset, told)

  return (
    <Request
      {...props}
      asks={t('watchAssetAsks')}
      about={<AccountChip address={asset.account} />}
      decide={decide}
      doubts={tokenDoubts(tokens, [])}
      verb={t('verb_addToken')}
      approval={unless(approvalOf(finding, row.id), [!tokens && 'token names'])}
      terms={
        finding &&
        finding.found !== 'ok' && <Refused found={finding.found} asset={asset} again={again} />
      }
    >
      <div className={`${layout.stack} ${layout.ifAny}`}>
        {told && <TokenWarnings told={told} tokens={tokens} asset={asset} />}
      </div>
      <Section title={t('watchAssetTitle')}>
        <TokenFacts asset={asset} told={told} isAsked={!finding} />
      </Section>
      <Section title={t('watchAssetMeansTitle')}>
        <p>{t('watchAssetMeans')}</p>
      </Section>
    </Request>
  )
}

const approvalOf = (
  finding: ReturnType<typeof useAssetCheck>['finding'],
  seen: string,
): Readiness => {
  if (!finding) return 'node asked'
  if (finding.found === 'ok') return { decision: {}, seen }
  return finding.found === 'no answer' ? 'no answer' : 'not possible'
}

/** Why nothing can be added. */
const Refused = ({
  found,
  asset,
  again,
}: {
  found: UnlistedReason | 'no answer'
  asset: ProposedAsset
  again: () => void
}) => {
  if (found === 'no answer') return <NoAnswer text={t('watchAssetNoAnswer')} again={again} />
  return (
    <Notice tone="bad" isAlert>
      {sentenceOfUnlisted(found, asset)}
    </Notice>
  )
}
