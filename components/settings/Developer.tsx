import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Checkbox } from '../ui/Checkbox'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import { LinkRow } from './LinkRow'
import { useSetting } from './useSetting'

/** Turns the list of sites' last requests on, and leads to it. */
export const Developer = () => {
  const isDeveloper = useSetting('isDeveloper')
  const { run, error } = useAction((isOn: boolean) => wallet('choose', { isDeveloper: isOn }))
  if (isDeveloper === undefined) return null
  return (
    <Section title={t('developer')}>
      <div>
        <Checkbox isChecked={isDeveloper} onChange={run}>
          {t('developerMode')}
        </Checkbox>
        <Note>{t('developerModeNote')}</Note>
        <Problem text={error} />
        {isDeveloper && <LinkRow href="#requests" name={t('requests')} note={t('requestsNote')} />}
      </div>
    </Section>
  )
}
