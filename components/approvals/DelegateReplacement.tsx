import { knownDelegate } from '@/lib/delegate/delegates'
import { executor } from '@/lib/delegate/executor'
import type { Quote } from '@/lib/simulate/quote'
import { setMode } from '../store/approval'
import { t, type Key } from '../text/messages'
import { Button } from '../ui/Button'
import layout from '../ui/layout.module.css'
import { Skeleton } from '../ui/Skeleton'
import { WholeAddress } from '../ui/WholeAddress'

/** Code in the account that no batch runs through: what it is, and the choice to put ours in its place. */
export const DelegateReplacement = ({
  quote,
  isChosen,
  isRequired,
  onRefuse,
}: {
  quote: Quote | undefined
  /** True if the user chose the upgrade; a required one can only be refused. */
  isChosen: boolean
  /** True if refusing the upgrade ends the request. */
  isRequired: boolean
  onRefuse: () => void
}) => {
  const canReplace = quote?.modes.includes('atomic') ?? true
  return (
    <section className={`${layout.stack} ${layout.ownWidth}`}>
      {isChosen && canReplace ? <Replaced quote={quote} /> : <Kept quote={quote} />}
      {isRequired && <p>{t('upgrade_needed')}</p>}
      {canReplace && (
        <Button onClick={isRequired ? onRefuse : () => setMode(isChosen ? undefined : 'atomic')}>
          {isRequired
            ? t('upgrade_refuseReplacement')
            : isChosen
              ? t('upgrade_keep')
              : t('upgrade_replace')}
        </Button>
      )}
    </section>
  )
}

const Kept = ({ quote }: { quote: Quote | undefined }) => (
  <>
    <p>{delegated(quote, 'upgrade_keptKnown', 'upgrade_keptUnknown')}</p>
    <Delegate quote={quote} />
    {quote?.modes.includes('atomic') && <p>{t('upgrade_couldReplace')}</p>}
  </>
)

const Replaced = ({ quote }: { quote: Quote | undefined }) => (
  <>
    <h2>{t('upgrade_replaces')}</h2>
    <p>{delegated(quote, 'upgrade_delegatedKnown', 'upgrade_delegatedUnknown')}</p>
    <Delegate quote={quote} />
    <p>{t(quote?.account.installs ? 'upgrade_replacesDevice' : 'upgrade_replacesText')}</p>
    <WholeAddress value={quote?.account.installs ?? executor} />
  </>
)

const Delegate = ({ quote }: { quote: Quote | undefined }) =>
  quote?.account.delegate ? (
    <WholeAddress value={quote.account.delegate} />
  ) : (
    <Skeleton width={32} />
  )

const delegated = (quote: Quote | undefined, known: Key, unknown: Key): string => {
  const delegate = quote?.account.delegate && knownDelegate(quote.account.delegate)
  return delegate ? t(known, delegate.name) : t(unknown)
}
