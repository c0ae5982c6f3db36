import { Collapsible } from '@base-ui/react/collapsible'
import type { Address } from 'viem'
import { executor } from '@/lib/delegate/executor'
import { setMode } from '../store/approval'
import { Button } from '../ui/Button'
import { WholeAddress } from '../ui/WholeAddress'
import { t } from '../text/messages'
import { sentenceGap } from '../text/sentences'
import layout from '../ui/layout.module.css'
import styles from './Terms.module.css'

/** The upgrade of a plain account that makes a batch atomic: a switch, and on demand what it is. */
export const Upgrade = ({
  isRefused,
  isRequired,
  onRefuse,
  installs,
}: {
  isRefused: boolean
  /** True if refusing the upgrade ends the request. */
  isRequired: boolean
  onRefuse: () => void
  /** The code that it installs where that is not the wallet's own. */
  installs: Address | null | undefined
}) => (
  <section aria-label={t('upgrade_switch')}>
    <Collapsible.Root className={styles.card}>
      <div className={`${layout.spread} ${layout.loose} ${styles.upgrade}`}>
        <h2>{t(isRefused ? 'upgrade_switch' : 'upgrade_title')}</h2>
        {isRequired ? (
          <Button isSmall onClick={onRefuse}>
            {t('upgrade_refuse')}
          </Button>
        ) : (
          <input
            type="checkbox"
            role="switch"
            className={styles.switch}
            aria-label={t('upgrade_switch')}
            checked={!isRefused}
            onChange={() => setMode(isRefused ? undefined : 'sequence')}
          />
        )}
      </div>
      <p className={`${layout.muted} ${layout.small} ${layout.breaks}`}>
        {t(isRequired ? 'upgrade_required' : isRefused ? 'upgrade_off' : 'upgrade_short')}
        {sentenceGap()}
        <Collapsible.Trigger className={styles.more}>{t('upgrade_more')}</Collapsible.Trigger>
      </p>
      <Collapsible.Panel className={`${layout.stack} ${layout.second} ${styles.panel}`}>
        <p>{t(installs ? 'upgrade_textDevice' : 'upgrade_text')}</p>
        {isRequired && <p>{t('upgrade_needed')}</p>}
        <WholeAddress value={installs ?? executor} />
      </Collapsible.Panel>
    </Collapsible.Root>
  </section>
)
