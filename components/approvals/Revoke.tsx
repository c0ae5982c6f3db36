import type { Address } from 'viem'
import type { Doubt } from '@/lib/approvals/danger'
import { requestOf } from '@/lib/batch/batchRequest'
import { isOurs } from '@/lib/delegate/executor'
import type { Quote } from '@/lib/simulate/quote'
import { doubtText } from '../batches/meaning'
import { CallDigests } from '../calls/CallDigests'
import { Delegate } from '../delegate/Delegate'
import { pricedViews } from '../fees/choice'
import { useDeviceOf } from '../hooks/queries'
import { useApprovalDraft } from '../store/approval'
import { t } from '../text/messages'
import { networkName } from '../text/network'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import layout from '../ui/layout.module.css'
import { doubtsOfCost, doubtsOfQuote } from './doubts'
import { AccountChip } from './AccountChip'
import { Request, type RequestProps } from './Request'
import { Terms } from './Terms'
import { useApproval } from './useApproval'
import { useDecision } from './useDecision'
import { useQuote } from './useQuote'
import { loadedLater } from '../hooks/loadedLater'

/** Only accounts in devices need it. */
const DeviceNote = loadedLater(async () => (await import('../devices/DeviceNote')).DeviceNote)

const doubtsOf = (quote: Quote): Doubt[] => [
  ...doubtsOfQuote(quote),
  ...doubtsOfCost(quote, undefined),
]

/** The end of a delegation: what the account is delegated to now, and what it is afterwards. */
export const Revoke = ({
  from,
  chainId,
  revokes,
  ...props
}: RequestProps & { from: Address; chainId: number; revokes: Address }) => {
  const { row } = props
  const decide = useDecision(row.id)
  const fee = useApprovalDraft(({ draft }) => draft.fee)
  const quotes = pricedViews(useQuote({ id: row.id }, !decide.isPending), fee)
  const { view, problem } = quotes
  const quote = view?.quote
  const approval = useApproval(quotes, doubtsOf)
  const device = useDeviceOf(from)

  return (
    <Request
      {...props}
      asks={t(row.again ? 'revoke_asksAgain' : 'revoke_asks', networkName(chainId))}
      about={<AccountChip address={from} />}
      decide={decide}
      approval={approval}
      doubts={quote ? doubtsOf(quote) : []}
      verb={t('verb_revoke')}
      terms={<Terms chainId={chainId} account={from} quote={quote} problem={problem} />}
    >
      {(row.again ?? quote?.blocked) && (
        <div className={layout.stack}>
          {row.again && <Notice tone="warn">{doubtText(row.again.why)}</Notice>}
          {quote?.blocked && (
            <Notice tone="bad" isAlert>
              {t('revoke_other')}
            </Notice>
          )}
        </div>
      )}
      {device && quote && <DeviceNote quote={quote} calls={[]} isQr={false} isRevoking />}
      <Section title={t('revoke_now')}>
        <Delegate delegate={revokes} kind={quote?.account.kind} />
      </Section>
      <Section title={t('revoke_does')}>
        <ul className={layout.bullets}>
          <li>{t('revoke_plain', networkName(chainId))}</li>
          {!isOurs(revokes) && <li>{t('revoke_ends')}</li>}
          <li>{t('revoke_again')}</li>
          <li>{t('revoke_flight')}</li>
        </ul>
      </Section>
      <CallDigests calls={requestOf(row).calls} />
    </Request>
  )
}
