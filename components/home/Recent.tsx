import { Row } from '../batches/Row'
import type { BatchView } from '../batches/batchViews'
import { t } from '../text/messages'
import { Note } from '../ui/Note'
import { Section } from '../ui/Section'
import styles from '../ui/List.module.css'

/** Lists the batches under way, then the last that ended. */
export const Recent = ({ views }: { views: readonly BatchView[] | undefined }) => (
  <Section title={t('home_recent')} aside={<a href="#activity">{t('home_allActivity')}</a>}>
    {views?.length === 0 && <Note>{t('activity_none')}</Note>}
    <ul className={styles.list}>
      {views?.map((view) => (
        <li key={view.batch.key}>
          <Row view={view} />
        </li>
      ))}
    </ul>
  </Section>
)
