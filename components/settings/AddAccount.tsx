import { useState } from 'react'
import type { Account } from '@/lib/db'
import { wallet } from '../store'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Section } from '../ui/Section'
import { AddPhrase } from './AddPhrase'
import { LineForm } from './LineForm'
import styles from './AddAccount.module.css'

const paths = (accounts: readonly Account[]) =>
  accounts.flatMap(({ source, path, index }) => (source ? [] : [path ?? index]))

const answers = {
  'bad key': 'keyBad',
  'bad address': 'addressBad',
  known: 'accountKnown',
  locked: 'somethingLocked',
} as const

/** The ways to one more account. */
export const AddAccount = ({ accounts }: { accounts: readonly Account[] }) => {
  const [way, setWay] = useState<'phrase' | 'key' | 'watch'>()
  const [isBusy, setBusy] = useState(false)
  const derived = paths(accounts)

  const derive = async () => {
    setBusy(true)
    await wallet('addAccount', { path: Math.max(...derived) + 1 }).catch(() => undefined)
    setBusy(false)
  }

  const draw = async () => {
    setBusy(true)
    const answer = await wallet('addPhrase', { phrase: null }).catch(() => undefined)
    setBusy(false)
    if (answer === 'done') location.hash = 'backup'
  }

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
      <div className={styles.ways}>
        {derived.length > 0 ? (
          <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void derive()}>
            {t('accountsNext')}
          </Button>
        ) : (
          <>
            <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void draw()}>
              {t('accountsNewPhrase')}
            </Button>
            <Button onClick={() => setWay('phrase')}>{t('welcomePhrase')}</Button>
          </>
        )}
        <Button onClick={() => setWay('key')}>{t('welcomeKey')}</Button>
        <Button onClick={() => setWay('watch')}>{t('welcomeWatch')}</Button>
      </div>
    </Section>
  )
}
