import { t } from '../text/messages'
import { Facts } from '../ui/Facts'
import { Section } from '../ui/Section'

/** Section on the version of Volley, and its licence. */
export const About = () => (
  <Section title={t('about')}>
    <Facts
      rows={[
        [t('aboutVersion'), __VERSION__],
        [t('aboutBuild'), __BUILD__],
        [t('aboutLicence'), 'MIT'],
      ]}
    />
    <p>{t('welcomePrivacy')}</p>
  </Section>
)
