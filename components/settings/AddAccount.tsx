import { useState } from 'react'
import type { Account } from '@/lib/db'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { ButtonLink } from '../ui/ButtonLink'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import { AddPhrase } from './AddPhrase'
import { LineForm } from './LineForm'
import layout from '../ui/layout.module.css'

const paths = (accounts: readonly Account[]) =>
  accounts.flatMap(({ source, path, index }) => (source ? [] : [path ?? index]))

const answers = {
  'bad key': 'keyBad',
  'bad phrase': 'phraseChecksum',
  'bad address': 'addressBad',
  known: 'accountKnown',
  locked: 'somethingLocked',
} as const

/** The ways to one more account. */
export const AddAccount = ({ accounts }: { accounts: readonly Account[] }) => {
  const [way, setWay] = useState<'phrase' | 'key' | 'watch'>()
  const derived = paths(accounts)

  const derive = useAction(async () => {
    const answer = await wallet('addAccount', { path: Math.max(...derived) + 1 })
    return answer === 'done' ? undefined : t(answers[answer])
  })

  const draw = useAction(async () => {
    const answer = await wallet('addPhrase', { phrase: null })
    if (answer !== 'done') return t(answers[answer])
    location.hash = 'backup'
    return undefined
  })

  const add = async (text: string) => {
    const answer =
      way === 'key'
        ? await wallet('importKey', { key: text })
        : await wallet('watchAddress', { address: text })
    if (answer !== 'done') return t(answers[answer])
    setWay(undefined)
    return undefined
  }

  if (way === 'phrase') return <AddPhrase onDone={() => setWay(undefined)} />
  if (way)
    return (
      <Section title={t(way === 'key' ? 'welcomeKey' : 'welcomeWatch')}>
        <LineForm
          key={way}
          label={t(way === 'key' ? 'key' : 'address')}
          note={t(way === 'key' ? 'keyMeaning' : 'watchMeaning')}
          submit={t('accountAdd')}
          onSubmit={add}
          onCancel={() => setWay(undefined)}
          {...(way === 'key' ? { type: 'password' } : {})}
        />
      </Section>
    )
  return (
    <Section title={t('accountsAdd')}>
      <div className={layout.stack}>
        {derived.length > 0 ? (
          <Button disabled={derive.isPending} aria-busy={derive.isPending} onClick={derive.run}>
            {t('accountsNext')}
          </Button>
        ) : (
          <>
            <Button disabled={draw.isPending} aria-busy={draw.isPending} onClick={draw.run}>
              {t('accountsNewPhrase')}
            </Button>
            <Button onClick={() => setWay('phrase')}>{t('welcomePhrase')}</Button>
          </>
        )}
        <Problem text={derive.error ?? draw.error} />
        <Button onClick={() => setWay('key')}>{t('welcomeKey')}</Button>
        <ButtonLink href="#ledger">{t('device_title')}</ButtonLink>
        <ButtonLink href="#qr">{t('qr_title')}</ButtonLink>
        <Button onClick={() => setWay('watch')}>{t('welcomeWatch')}</Button>
      </div>
    </Section>
  )
}
