import { wallet } from '../store'
import { t } from '../text/messages'
import { Checkbox } from '../ui/Checkbox'
import { Section } from '../ui/Section'
import { LinkRow } from './LinkRow'
import { useSetting } from './useSetting'

/** Turns the list of sites' last requests on, and leads to it. */
export const Developer = () => {
  const isDeveloper = useSetting('isDeveloper')
  if (isDeveloper === undefined) return null
  return (
    <Section title={t('developer')}>
      <div>
        <Checkbox
          isChecked={isDeveloper}
          onChange={(isOn) => void wallet('choose', { isDeveloper: isOn })}
        >
          {t('developerMode')}
        </Checkbox>
        {isDeveloper && <LinkRow href="#requests" name={t('requests')} note={t('requestsNote')} />}
      </div>
    </Section>
  )
}
