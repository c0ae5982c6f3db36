import { knownDelegate } from '@/lib/delegate/delegates'
import { executor } from '@/lib/delegate/executor'
import type { Quote } from '@/lib/simulate/quote'
import { setMode } from '../store/approval'
import { Button } from '../ui/Button'
import { Hex } from '../ui/Hex'
import { Skeleton } from '../ui/Skeleton'
import layout from '../ui/layout.module.css'
import { t, type Key } from '../text/messages'

/** The upgrade of a plain account that makes a batch atomic: what it is, and the way to refuse it alone. */
export const Upgrade = ({
  isRefused,
  isRequired,
  onRefuse,
}: {
  isRefused: boolean
  /** True if refusing the upgrade ends the request. */
  isRequired: boolean
  onRefuse: () => void
}) => (
  <div className={`${layout.column} ${layout.below} ${layout.ownWidth}`} id="upgrade">
    {isRefused ? (
      <p>{t('upgrade_refused')}</p>
    ) : (
      <>
        <h3>{t('upgrade_title')}</h3>
        <p>{t('upgrade_text')}</p>
        <Hex value={executor} />
        {isRequired && <Needed />}
      </>
    )}
    {/* One button with two names: the focus stays on it. */}
    <Button onClick={isRequired ? onRefuse : () => setMode(isRefused ? undefined : 'sequence')}>
      {isRefused ? t('upgrade_allow') : t('upgrade_refuse')}
    </Button>
  </div>
)

/** Code in the account that no batch runs through: what it is, and the choice to put ours in its place. */
export const Replacement = ({
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
    <div className={`${layout.column} ${layout.below} ${layout.ownWidth}`} id="upgrade">
      {isChosen && canReplace ? <Replaced quote={quote} /> : <Kept quote={quote} />}
      {isRequired && <Needed />}
      {canReplace && (
        <Button onClick={isRequired ? onRefuse : () => setMode(isChosen ? undefined : 'atomic')}>
          {isRequired
            ? t('upgrade_refuseReplacement')
            : isChosen
              ? t('upgrade_keep')
              : t('upgrade_replace')}
        </Button>
      )}
    </div>
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
    <h3>{t('upgrade_replaces')}</h3>
    <p>{delegated(quote, 'upgrade_delegatedKnown', 'upgrade_delegatedUnknown')}</p>
    <Delegate quote={quote} />
    <p>{t('upgrade_replacesText')}</p>
    <Hex value={executor} />
  </>
)

const Delegate = ({ quote }: { quote: Quote | undefined }) =>
  quote?.account.delegate ? <Hex value={quote.account.delegate} /> : <Skeleton width={32} />

const delegated = (quote: Quote | undefined, known: Key, unknown: Key): string => {
  const delegate = quote?.account.delegate && knownDelegate(quote.account.delegate)
  return delegate ? t(known, delegate.name) : t(unknown)
}

const Needed = () => <p>{t('upgrade_needed')}</p>
