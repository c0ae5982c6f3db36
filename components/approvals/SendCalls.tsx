import { requestOf } from '@/lib/batch/request'
import { CallList } from '../calls/CallList'
import { Outflows } from '../calls/Outflows'
import { useStore } from '../store'
import { some } from '../text/amount'
import { networkName } from '../text/network'
import { Account } from '../ui/Account'
import { Section } from '../ui/Section'
import { Doubts } from './Doubts'
import { Request, type RequestProps } from './Request'
import { Running } from './Running'
import { approvalOf } from './approval'
import { Terms } from './Terms'
import { useDecision } from './useDecision'
import { useQuote } from './useQuote'

/** `wallet_sendCalls` and `eth_sendTransaction`: what calls would do, how they run, what they cost. */
export const SendCalls = (props: RequestProps) => {
  const { row } = props
  const { from, chainId, calls, atomicRequired } = requestOf(row)
  const chosen = useStore(({ draft }) => draft.mode)
  const decide = useDecision(row.id)
  const { quote, problem } = useQuote(row.id, chosen, !decide.isBusy)

  return (
    <Request
      {...props}
      asks={`asks ${row.again ? 'once more ' : ''}to send ${some(calls.length, 'call')} on ${networkName(chainId)}`}
      about={<Account address={from} />}
      decide={decide}
      approval={approvalOf(quote)}
      isAdvisedAgainst={quote?.calls.some(({ status }) => status === 'fails') ?? false}
      terms={<Terms quote={quote} problem={problem} />}
    >
      <Doubts quote={quote} why={row.again?.why} />
      <Outflows {...{ calls, from, chainId }} tokens={quote?.tokens} />
      <Section title="Calls">
        <CallList {...{ calls, from, chainId }} tokens={quote?.tokens} outcomes={quote?.calls} />
      </Section>
      {calls.length > 1 && (
        <Running
          quote={quote}
          chosen={chosen}
          isRequired={atomicRequired}
          onRefuse={decide.refuseUpgrade}
        />
      )}
    </Request>
  )
}
