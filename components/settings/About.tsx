import { t } from '../text/messages'
import { Facts } from '../ui/Facts'
import { Section } from '../ui/Section'

/** Which Volley this is, and what it may be used for. */
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
