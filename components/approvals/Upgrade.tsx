import { Collapsible } from '@base-ui/react/collapsible'
import { executor } from '@/lib/delegate/executor'
import { setMode } from '../store/approval'
import { Button } from '../ui/Button'
import { WholeAddress } from '../ui/WholeAddress'
import { t } from '../text/messages'
import styles from './Upgrade.module.css'

/** The upgrade of a plain account that makes a batch atomic: a switch, and on demand what it is. */
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
  <section aria-label={t('upgrade_switch')}>
    <Collapsible.Root>
      <div className={styles.row}>
        <h2>{t('upgrade_title')}</h2>
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
      <p className={styles.note}>
        {t(isRequired ? 'upgrade_required' : isRefused ? 'upgrade_off' : 'upgrade_short')}{' '}
        <Collapsible.Trigger className={styles.more}>{t('upgrade_more')}</Collapsible.Trigger>
      </p>
      <Collapsible.Panel className={styles.panel}>
        <p>{t('upgrade_text')}</p>
        {isRequired && <p>{t('upgrade_needed')}</p>}
        <WholeAddress value={executor} />
      </Collapsible.Panel>
    </Collapsible.Root>
  </section>
)
