import type { Call, Mode } from '@/lib/db'
import { knownDelegate } from '@/lib/delegate/delegates'
import { executor } from '@/lib/delegate/executor'
import type { Quote } from '@/lib/simulate/quote'
import { modeText } from '../batches/mode'
import { Hex } from '../ui/Hex'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import { runningNotes } from './runningNotes'
import { Replacement, Upgrade } from './Upgrade'
import { t } from '../text/messages'

/** How several calls run, what runs them, and the upgrade of the account that may take. */
export const Running = ({
  quote,
  chosen,
  calls,
  isRequired,
  onRefuse,
}: {
  quote: Quote | undefined
  calls: readonly Call[]
  /** The mode that the user chose over the best one: in order for an upgrade, atomic for a replacement. */
  chosen: Mode | undefined
  isRequired: boolean
  onRefuse: () => void
}) => {
  // While the other way of running is quoted for the first time, what was chosen says what there was to choose.
  const kind = quote?.account.kind ?? (chosen === 'atomic' ? 'foreign' : 'plain')
  const mayBeOne = isRequired || (quote?.modes.includes('atomic') ?? chosen === 'atomic')
  return (
    <Section title={t('running_title')}>
      {quote ? <p>{modeText(quote.mode)}.</p> : <Skeleton width={32} />}
      {quote && runningNotes(quote.mode, calls).map((note) => <p key={note}>{t(note)}</p>)}
      {quote?.delegate && quote.delegate !== executor && <Executor delegate={quote.delegate} />}
      {kind === 'contract' && <p>{t('running_ownCode')}</p>}
      {kind === 'foreign' && mayBeOne && (
        <Replacement
          quote={quote}
          isChosen={isRequired || chosen === 'atomic'}
          isRequired={isRequired}
          onRefuse={onRefuse}
        />
      )}
      {kind === 'plain' && (quote?.upgrade === true || chosen === 'sequence') && (
        <Upgrade isRefused={chosen === 'sequence'} isRequired={isRequired} onRefuse={onRefuse} />
      )}
    </Section>
  )
}

/** Another wallet's executor, which the account is upgraded to already. */
const Executor = ({ delegate }: { delegate: NonNullable<Quote['delegate']> }) => (
  <>
    <p>{t('running_through', knownDelegate(delegate)?.name ?? '')}</p>
    <Hex value={delegate} />
  </>
)
