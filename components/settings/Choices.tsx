import { useState, type ReactNode } from 'react'
import { autoLockChoices, type Settings } from '@/lib/db/settings'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import {
  chooseLanguage,
  chosenLanguage,
  languages,
  plural,
  t,
  type Language,
} from '../text/messages'
import { chooseTheme, chosenTheme, themes } from '../ui/theme'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import { Select } from '../ui/Select'
import layout from '../ui/layout.module.css'
import { Notices } from './Notices'
import { useSetting } from './useSetting'
import { loadedLater } from '../hooks/loadedLater'

/** Part of the settings alone. */
const PanelChoice = loadedLater(async () => (await import('./PanelChoice')).PanelChoice)

const themeNames = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const

const timeOf = (minutes: Settings['autoLock']): string => {
  if (minutes === null) return t('autoLockNever')
  return minutes < 60 ? plural('minutes', minutes) : plural('hours', minutes / 60)
}

const languageChoices = Object.entries(languages) as [Language, string][]

/** When it locks, how it looks, and which language it speaks. */
export const Choices = () => {
  const autoLock = useSetting('autoLock')
  const [theme, setTheme] = useState(chosenTheme)

  const lockAfter = useAction((minutes: Settings['autoLock']) =>
    wallet('choose', { autoLock: minutes }),
  )

  const speak = (language: Language | 'system') => {
    chooseLanguage(language === 'system' ? undefined : language)
    location.reload()
  }

  return (
    <Section title={t('choices')}>
      <div>
        {autoLock !== undefined && (
          <Line name={t('autoLock')}>
            <Select
              label={t('autoLock')}
              value={String(autoLock)}
              options={autoLockChoices.map(
                (minutes) => [String(minutes), timeOf(minutes)] as const,
              )}
              onChange={(value) => lockAfter.run(value === 'null' ? null : Number(value))}
            />
          </Line>
        )}
        <Problem text={lockAfter.error} />
        <Line name={t('theme')}>
          <Select
            label={t('theme')}
            value={theme}
            options={themes.map((name) => [name, t(themeNames[name])] as const)}
            onChange={(name) => {
              chooseTheme(name)
              setTheme(name)
            }}
          />
        </Line>
        <Line name={t('language')}>
          <Select
            label={t('language')}
            value={chosenLanguage() ?? 'system'}
            options={[['system', t('languageSystem')] as const, ...languageChoices]}
            onChange={speak}
          />
        </Line>
      </div>
      <PanelChoice />
      <Notices />
    </Section>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={`${layout.spread} ${layout.wide} ${layout.touch}`}>
    <span aria-hidden>{name}</span>
    {children}
  </div>
)
