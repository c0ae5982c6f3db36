import { knownDelegate } from '@/lib/delegate/delegates'
import { executor } from '@/lib/delegate/executor'
import type { Quote } from '@/lib/simulate/quote'
import { setMode } from '../store'
import { Button } from '../ui/Button'
import { Hex } from '../ui/Hex'
import { Skeleton } from '../ui/Skeleton'
import styles from './Upgrade.module.css'

/** The upgrade of a plain account that makes a batch atomic: what it is, and the way to refuse it alone. */
export const Upgrade = ({
  isRefused,
  isRequired,
  onRefuse,
}: {
  isRefused: boolean
  /** Whether refusing ends the request. */
  isRequired: boolean
  onRefuse: () => void
}) => (
  <div className={styles.upgrade} id="upgrade">
    {isRefused ? (
      <p>You refused the upgrade of the account that would let all calls run as one.</p>
    ) : (
      <>
        <h3>This upgrades the account</h3>
        <p>
          It gets the code of Simple7702Account, an audited contract, which can run several calls as
          one. Your key stays in charge. The upgrade stays until it is revoked.
        </p>
        <Hex value={executor} />
        {isRequired && <Needed />}
      </>
    )}
    {/* One button with two names: the focus stays on it. */}
    <Button onClick={isRequired ? onRefuse : () => setMode(isRefused ? undefined : 'sequence')}>
      {isRefused ? 'Allow upgrade' : 'Refuse upgrade'}
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
  /** Whether the user chose it; where it is required, only refusing is left. */
  isChosen: boolean
  /** Whether refusing ends the request. */
  isRequired: boolean
  onRefuse: () => void
}) => {
  const canReplace = quote?.modes.includes('atomic') ?? true
  return (
    <div className={styles.upgrade} id="upgrade">
      {isChosen && canReplace ? <Replaced quote={quote} /> : <Kept quote={quote} />}
      {isRequired && <Needed />}
      {canReplace && (
        <Button onClick={isRequired ? onRefuse : () => setMode(isChosen ? undefined : 'atomic')}>
          {isRequired ? 'Refuse replacement' : isChosen ? 'Keep its code' : 'Replace its code'}
        </Button>
      )}
    </div>
  )
}

const Kept = ({ quote }: { quote: Quote | undefined }) => (
  <>
    <p>They cannot run as one, as the account is delegated to {nameOf(quote)}:</p>
    <Delegate quote={quote} />
    {quote?.modes.includes('atomic') && (
      <p>The code of Simple7702Account in its place could run them as one.</p>
    )}
  </>
)

const Replaced = ({ quote }: { quote: Quote | undefined }) => (
  <>
    <h3>This replaces the account’s code</h3>
    <p>The account is delegated to {nameOf(quote)}:</p>
    <Delegate quote={quote} />
    <p>
      In its place it gets the code of Simple7702Account, an audited contract, which can run several
      calls as one. What another wallet set up with the old code stops working. Your key stays in
      charge. The new code stays until it is revoked.
    </p>
    <Hex value={executor} />
  </>
)

const Delegate = ({ quote }: { quote: Quote | undefined }) =>
  quote?.account.delegate ? <Hex value={quote.account.delegate} /> : <Skeleton width={32} />

const nameOf = (quote: Quote | undefined): string => {
  const known = quote?.account.delegate && knownDelegate(quote.account.delegate)
  return known
    ? `code of ${known.name}, through which Volley cannot run batches`
    : 'code that Volley does not know'
}

const Needed = () => (
  <p>The site needs all calls to run as one. Refusing ends its request and tells it so.</p>
)
