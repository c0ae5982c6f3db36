import type { Mode } from '@/lib/db'
import { knownDelegate } from '@/lib/delegate/delegates'
import type { Quote } from '@/lib/simulate/quote'
import { modeText } from '../batches/mode'
import { Hex } from '../ui/Hex'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import { Replacement, Upgrade } from './Upgrade'

/** How several calls run, what runs them, and the upgrade of the account that may take. */
export const Running = ({
  quote,
  chosen,
  isRequired,
  onRefuse,
}: {
  quote: Quote | undefined
  /** The mode that the user chose over the best one: in order for an upgrade, atomic for a replacement. */
  chosen: Mode | undefined
  isRequired: boolean
  onRefuse: () => void
}) => (
  <Section title="How it runs">
    {quote ? <p>{modeText[quote.mode]}.</p> : <Skeleton width={32} />}
    {quote?.delegate && !quote.upgrade && <Executor delegate={quote.delegate} />}
    {quote?.account.kind === 'contract' && (
      <p>The account has code of its own, so it cannot run all calls as one.</p>
    )}
    {(quote?.account.kind === 'foreign' || chosen === 'atomic') && (
      <Replacement
        quote={quote}
        isChosen={isRequired || chosen === 'atomic'}
        isRequired={isRequired}
        onRefuse={onRefuse}
      />
    )}
    {((quote?.upgrade === true && quote.account.kind === 'plain') || chosen === 'sequence') && (
      <Upgrade isRefused={chosen === 'sequence'} isRequired={isRequired} onRefuse={onRefuse} />
    )}
  </Section>
)

/** What the account is upgraded to already, by whichever wallet did it. */
const Executor = ({ delegate }: { delegate: NonNullable<Quote['delegate']> }) => (
  <>
    <p>The account’s code runs them: {knownDelegate(delegate)?.name}</p>
    <Hex value={delegate} />
  </>
)
