import { executor } from '@/lib/delegate/executor'
import { setUpgradeRefused } from '../store'
import { Button } from '../ui/Button'
import { Hex } from '../ui/Hex'
import styles from './Upgrade.module.css'

/** The upgrade of the account that makes a batch atomic: what it is, and the way to refuse it alone. */
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
      <Explanation isRequired={isRequired} />
    )}
    {/* One button with two names: the focus stays on it. */}
    <Button onClick={isRequired ? onRefuse : () => setUpgradeRefused(!isRefused)}>
      {isRefused ? 'Allow upgrade' : 'Refuse upgrade'}
    </Button>
  </div>
)

const Explanation = ({ isRequired }: { isRequired: boolean }) => (
  <>
    <h3>This upgrades the account</h3>
    <p>
      It gets the code of Simple7702Account, an audited contract, which can run several calls as
      one. Your key stays in charge. The upgrade stays until it is revoked.
    </p>
    <Hex value={executor} />
    {isRequired && (
      <p>The site needs all calls to run as one. Refusing ends its request and tells it so.</p>
    )}
  </>
)
