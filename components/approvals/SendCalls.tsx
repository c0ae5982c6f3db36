import { useMemo, useState } from 'react'
import type { Doubt } from '@/lib/approvals/danger'
import { coinAlone, requestOf } from '@/lib/batch/batchRequest'
import { edited } from '@/lib/decode/edit'
import type { Quote } from '@/lib/simulate/quote'
import { CallDigests } from '../calls/CallDigests'
import { CallList } from '../calls/CallList'
import { Changes } from '../calls/Changes'
import { byAddress, KnownParties } from '../calls/counterparties'
import { ExactOffers } from '../calls/Exact'
import { LookAlikes } from '../calls/LookAlikes'
import { readingOf } from '../calls/read'
import { statedParties } from '../calls/statedParties'
import { movedBy, tokenDoubts } from '../calls/tokenDoubts'
import { useNamed } from '../calls/useNamed'
import { useWordsSeen } from '../calls/useRegistry'
import { withUnread } from '../calls/withUnread'
import { pricedViews } from '../fees/choice'
import { useDeviceOf, useKnownTokens } from '../hooks/queries'
import { useApprovalDraft } from '../store/approval'
import { networkName } from '../text/network'
import { TokenNotices } from '../tokens/TokenNotices'
import { tokensAhead } from '../tokens/tokensAhead'
import { useIdentified } from '../tokens/useIdentified'
import { useListed } from '../tokens/useListed'
import { Warnings } from './Warnings'
import { VerdictOfRequest } from './VerdictLine'
import { CallsCard } from './CallsCard'
import { AccountChip } from './AccountChip'
import { unless, withSeen } from './approvable'
import { DoubtNotices } from './DoubtNotices'
import { doubtsOfCost, doubtsOfQuote } from './doubts'
import { doubtsOfPayment } from './paymentDoubts'
import { Request, type RequestProps } from './Request'
import { Running } from './Running'
import { Terms } from './Terms'
import { useApproval } from './useApproval'
import { useDecision } from './useDecision'
import { useQuote } from './useQuote'
import { useVerbs } from './useVerbs'
import { plural } from '../text/messages'
import { loadedLater } from '../hooks/loadedLater'

/** Few sites suggest a nonce or fees. */
const Suggestions = loadedLater(async () => (await import('./Suggestions')).Suggestions)

/** Below the calls, and only where something else than the wallet's own code runs them. */
const RunningNotes = loadedLater(async () => (await import('./RunningNotes')).RunningNotes)

/** Few sites name somebody who pays. */
const Payer = loadedLater(async () => (await import('./Payer')).Payer)

/** Few requests leave an allowance behind. */
const Limits = loadedLater(async () => (await import('../calls/Limit')).Limits)

/** Only accounts in devices need it. */
const DeviceNote = loadedLater(async () => (await import('../devices/DeviceNote')).DeviceNote)

/** Prices come late, and only where something is traded. */
const PoorTrade = loadedLater(async () => (await import('../prices/PoorTrade')).PoorTrade)

const LockNote = loadedLater(async () => (await import('../lock/LockNote')).LockNote)

/** Tells if something leaves and something comes. */
const isTrade = ({ changes }: Quote): boolean =>
  (['out', 'in'] as const).every((way) => changes.some(({ direction }) => direction === way))

/** `wallet_sendCalls` and `eth_sendTransaction`: what calls would do, how they run, what they cost. */
export const SendCalls = (props: RequestProps) => {
  const { row } = props
  const { from, chainId, calls: asked, atomicRequired, suggested, paymaster } = requestOf(row)
  const edits = useApprovalDraft(({ draft }) => draft.edits)
  const chosen = useApprovalDraft(({ draft }) => draft.mode)
  const paysOneself = useApprovalDraft(({ draft }) => draft.paysOneself)
  const decide = useDecision(row.id)
  const fee = useApprovalDraft(({ draft }) => draft.fee)
  const lock = useApprovalDraft(({ draft }) => draft.lock)
  const found = useQuote(
    {
      id: row.id,
      ...(chosen ? { mode: chosen } : {}),
      ...(fee === 'normal' ? {} : { fee }),
      ...(edits.length > 0 ? { edits: [...edits] } : {}),
      ...(lock ? { lock } : {}),
      ...(paysOneself ? { paysOneself } : {}),
    },
    !decide.isPending,
  )
  const calls = useMemo(
    () => (edits.length > 0 ? edited(asked, edits, { from, chainId }) : asked),
    [asked, edits, from, chainId],
  )
  const quotes = pricedViews(found, fee)
  const { view, problem } = quotes
  const read = useMemo(
    () => calls.map((call) => ({ call, reading: readingOf(call, { from, chainId }) })),
    [calls, from, chainId],
  )
  const listed = useListed()
  const stored = useKnownTokens(chainId)
  const ahead = useMemo(
    () => tokensAhead(listed, stored, chainId, read),
    [listed, stored, chainId, read],
  )
  const tokens = useIdentified(chainId, from, view?.quote.tokens ?? ahead)
  const quote = useMemo(() => withUnread(view?.quote, tokens), [view?.quote, tokens])
  const names = useNamed(chainId)
  const [isPoor, setPoor] = useState(false)
  const doubtsOf = (priced: Quote): Doubt[] => [
    ...doubtsOfQuote(withUnread(priced, tokens), names?.isSpender),
    ...(tokens && names ? doubtsOfPayment(priced, tokens, names) : []),
    ...(isPoor && isTrade(priced) ? (['poor return'] as const) : []),
    ...doubtsOfCost(priced, coinAlone(calls)),
    ...tokenDoubts(tokens, movedBy(priced)),
  ]
  const hasPayer = Boolean(paymaster ?? quote?.sponsor ?? quote?.unsponsored) || paysOneself
  const isUnset = useApprovalDraft(({ draft }) => draft.unset.length > 0)
  const approval = useApproval(quotes, doubtsOf)
  const doubts = quote ? doubtsOf(quote) : []
  const parties = useMemo(
    () => byAddress(quote && statedParties(quote, read, { from, chainId, tokens })),
    [quote, read, from, chainId, tokens],
  )
  // Where the terms keep getting worse, the line above is the worst that was seen, and no amount stands for it.
  const verbs = useVerbs()
  const verb =
    verbs && verbs !== 'failed' && view?.guard.bounded.length === 0
      ? verbs.verbOf(read, quote, { from, chainId, tokens })
      : undefined
  const words = useWordsSeen()
  const device = useDeviceOf(from)

  return (
    <KnownParties value={parties}>
      <Request
        {...props}
        asks={plural(
          row.again ? 'send_asksAgain' : 'send_asks',
          calls.length,
          networkName(chainId),
        )}
        about={<AccountChip address={from} />}
        decide={decide}
        // A false name that is found late must be seen too, and so must a late headline.
        approval={unless(withSeen(approval, words, 'words'), [
          isUnset && 'limit unset',
          quote?.unsponsored?.isRequired && 'not possible',
          !tokens && 'token names',
          !names && 'addresses',
        ])}
        doubts={doubts}
        verb={verb}
        isLoading={quote === undefined}
        notices={
          <>
            <LookAlikes parties={quote?.parties} />
            <TokenNotices tokens={tokens} />
            <DoubtNotices doubts={doubts} />
            <Warnings
              quote={quote}
              again={row.again}
              count={calls.length}
              // Amounts that changed may be of tokens that no call names.
              place={{ from, chainId, tokens: quote && tokens }}
            />
          </>
        }
        terms={
          <Terms
            verdict={
              <VerdictOfRequest row={row} quote={quote} guard={view?.guard} doubts={doubts} />
            }
            chainId={chainId}
            account={from}
            quote={quote}
            problem={problem}
            payer={
              hasPayer && (
                <Payer paymaster={paymaster} quote={quote} place={{ from, chainId, tokens }} />
              )
            }
          />
        }
      >
        {quote && isTrade(quote) && (
          <PoorTrade quote={quote} place={{ from, chainId, tokens }} onFound={setPoor} />
        )}
        {device && quote && <DeviceNote quote={quote} calls={calls} isQr={device === 'qr'} />}
        <Changes
          calls={calls}
          from={from}
          chainId={chainId}
          quote={quote}
          guard={view?.guard}
          tokens={tokens}
        />
        {(calls.length > 1 || hasPayer) && (
          <Running
            quote={quote}
            chosen={chosen}
            isRequired={atomicRequired || paymaster?.optional === false}
            onRefuse={decide.refuseUpgrade}
          />
        )}
        <CallsCard>
          {quote && !row.again && (
            <ExactOffers
              id={row.id}
              edits={edits}
              quote={quote}
              calls={asked}
              place={{ from, chainId, tokens }}
            />
          )}
          <CallList
            calls={calls}
            from={from}
            chainId={chainId}
            tokens={tokens}
            outcomes={quote?.calls}
          />
          {quote && calls.length > 1 && <RunningNotes quote={quote} calls={calls} />}
        </CallsCard>
        {!row.again && asked.some(({ data }) => data !== '0x') && (
          <Limits edits={edits} quote={quote} calls={asked} place={{ from, chainId, tokens }} />
        )}
        <CallDigests calls={calls} />
        {quote && suggested && <Suggestions suggested={suggested} limit={quote.gas[0]} />}
        {quote && view && (
          <LockNote
            quote={quote}
            guard={view.guard}
            calls={calls}
            place={{ from, chainId, tokens }}
          />
        )}
      </Request>
    </KnownParties>
  )
}
