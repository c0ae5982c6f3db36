import { Row } from '../batches/Row'
import type { BatchView } from '../batches/activity'
import { t } from '../text/messages'
import { Section } from '../ui/Section'
import styles from '../screens/List.module.css'

/** What is under way, then what was last. */
export const Recent = ({ views }: { views: readonly BatchView[] | undefined }) => (
  <Section title={t('home_recent')} aside={<a href="#activity">{t('home_allActivity')}</a>}>
    {views?.length === 0 && <p className={styles.muted}>{t('activity_none')}</p>}
    <ul className={styles.list}>
      {views?.map((view) => (
        <li key={view.batch.key}>
          <Row view={view} />
        </li>
      ))}
    </ul>
  </Section>
)
