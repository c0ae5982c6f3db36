import { Row } from '../batches/Row'
import type { BatchView } from '../batches/batchViews'
import type { Here } from '../hooks/useHere'
import { t } from '../text/messages'
import { Section } from '../ui/Section'
import styles from '../ui/List.module.css'
import { loadedLater } from '../hooks/loadedLater'

/** Nothing waits for what arrived. */
const RecentReceived = loadedLater(
  async () => (await import('../incoming/RecentReceived')).RecentReceived,
)

/** Lists the batches under way, then the last that ended, and what arrived last. */
export const Recent = ({
  here,
  pulse,
  views,
}: {
  here: Here
  pulse: string
  views: readonly BatchView[] | undefined
}) => (
  <Section title={t('home_recent')} aside={<a href="#activity">{t('home_allActivity')}</a>}>
    <ul className={styles.list}>
      {views?.map((view) => (
        <li key={view.batch.key}>
          <Row view={view} />
        </li>
      ))}
    </ul>
    <RecentReceived here={here} pulse={pulse} isAlone={views?.length === 0} />
  </Section>
)
