import { useState } from 'react'
import type { ActivityFilter } from '../batches/filter'
import { useAction } from '../hooks/useAction'
import { number, plural, t } from '../text/messages'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'
import { exportParts, save, type ExportFormat } from './file'

/** Saves the activity that fits the filter as a file, all pages of it. */
export const ExportActivity = ({ filter }: { filter: ActivityFilter }) => {
  const [progress, setProgress] = useState<string>()
  const { run, isPending, error } = useAction(async (form: ExportFormat) => {
    const now = Date.now()
    const { parts, count } = await exportParts(form, filter, now, (done, all) =>
      setProgress(t('export_reading', number(done), number(all))),
    )
    save(form, parts, now)
    setProgress(plural('export_done', count))
    return undefined
  })
  return (
    <div className={`${layout.stack} ${layout.aired}`}>
      <Note>{t('export_note')}</Note>
      <div className={layout.wrap}>
        <Button isSmall disabled={isPending} onClick={() => run('csv')}>
          {t('export_csv')}
        </Button>
        <Button isSmall disabled={isPending} onClick={() => run('json')}>
          {t('export_json')}
        </Button>
      </div>
      {progress && !error && <Note isStatus={!isPending}>{progress}</Note>}
      <Problem text={error} />
    </div>
  )
}
