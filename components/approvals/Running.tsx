import { modeText } from '../batches/mode'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import type { Quote } from '@/lib/simulate/quote'
import { Upgrade } from './Upgrade'

/** How several calls run, and the upgrade of the account that may take. */
export const Running = ({
  quote,
  isRefused,
  isRequired,
  onRefuse,
}: {
  quote: Quote | undefined
  isRefused: boolean
  isRequired: boolean
  onRefuse: () => void
}) => (
  <Section title="How it runs">
    {quote ? <p>{modeText[quote.mode]}.</p> : <Skeleton width={32} />}
    {quote?.account === 'foreign' && (
      <p>
        The account is delegated to code that Volley does not know, so it cannot run all calls as
        one.
      </p>
    )}
    {(quote?.upgrade === true || isRefused) && (
      <Upgrade isRefused={isRefused} isRequired={isRequired} onRefuse={onRefuse} />
    )}
  </Section>
)
