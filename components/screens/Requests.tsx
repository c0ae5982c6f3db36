import { Download } from 'lucide-react'
import { useState } from 'react'
import type { RequestNote } from '@/lib/sites/requestLog'
import { usePoll } from '../hooks/usePoll'
import { wallet } from '../store/session'
import { region, t } from '../text/messages'
import { Button } from '../ui/Button'
import { Host } from '../ui/Host'
import { Note } from '../ui/Note'
import { Section } from '../ui/Section'
import layout from '../ui/layout.module.css'
import styles from '../ui/table.module.css'
import { SubScreen } from '../shell/SubScreen'

/** How often the list is read anew, in ms. */
const every = 1_000

const useRequests = (): RequestNote[] | undefined => {
  const [notes, setNotes] = useState<RequestNote[]>()
  usePoll(every, () => async () => setNotes(await wallet('readRequests', null)), [])
  return notes
}

/** The file holds what the screen shows: no parameter, no result and no URL. */
const save = (notes: RequestNote[]) => {
  const link = document.createElement('a')
  const file = new Blob([JSON.stringify(notes, null, 2)], { type: 'application/json' })
  link.href = URL.createObjectURL(file)
  link.download = 'volley-requests.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** For developers: what sites asked for last, how it ended, and how long it took. */
export const Requests = () => {
  const notes = useRequests()
  if (!notes) return null
  const origins = [...new Set(notes.map(({ origin }) => origin))]
  return (
    <SubScreen title={t('requests')}>
      <div className={`${layout.stack} ${layout.loose} ${layout.start} ${layout.body}`}>
        <Note>{t('requestsNote')}</Note>
        <Button disabled={notes.length === 0} onClick={() => save(notes)}>
          <Download size={16} aria-hidden />
          {t('requestsSave')}
        </Button>
      </div>
      {notes.length === 0 && (
        <Section title={t('requests')}>
          <p>{t('requestsNone')}</p>
        </Section>
      )}
      {origins.map((origin) => (
        <Section key={origin} title={origin}>
          <Host origin={origin} />
          <Rows notes={notes.filter((note) => note.origin === origin)} />
        </Section>
      ))}
    </SubScreen>
  )
}

const Rows = ({ notes }: { notes: RequestNote[] }) => (
  <table className={`${styles.table} ${styles.log}`}>
    <thead>
      <tr>
        <th scope="col">{t('requestsMethod')}</th>
        <th scope="col">{t('requestsCode')}</th>
        <th scope="col">{t('requestsTime')}</th>
      </tr>
    </thead>
    <tbody>
      {notes.map(({ method, code, ms, at }, index) => (
        <tr key={`${at} ${index}`}>
          <td>{method}</td>
          <td>{code ?? t('requestsAnswered')}</td>
          <td>{`${new Intl.NumberFormat(region()).format(ms)} ms`}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
