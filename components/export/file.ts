import type { ActivityFilter } from '../batches/filter'
import { head, receivedRow, rowsOf } from './csv'
import { eachEntry } from './eachEntry'
import type { Entry } from './entry'
import { receivedEntries } from './receivedEntry'

/** The forms in which the activity is saved. */
export type ExportFormat = 'csv' | 'json'

const jsonHead = (now: number) =>
  `{"format":"volley-activity","version":1,"exportedAt":"${new Date(now).toISOString()}"`

const listed = (name: string, texts: readonly string[]): string[] => [
  `,"${name}":[`,
  ...texts.map((text, at) => `${at > 0 ? ',' : ''}\n${text}`),
  '\n]',
]

type Row = { time: string; text: string }

const newestFirst = (a: Row, b: Row): number => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0)

/** Returns the activity that fits the filter as the parts of a file, and how many entries are in it. */
export const exportParts = async (
  form: ExportFormat,
  filter: ActivityFilter,
  now: number,
  tell: (done: number, all: number) => void,
): Promise<{ parts: string[]; count: number }> => {
  const isCsv = form === 'csv'
  const entries: Row[] = []
  const take = (entry: Entry) => {
    entries.push({ time: entry.time, text: isCsv ? rowsOf(entry) : JSON.stringify(entry) })
  }
  await eachEntry(filter, take, tell)
  const received = (await receivedEntries(filter)).map((one): Row => ({
    time: one.time,
    text: isCsv ? receivedRow(one) : JSON.stringify(one),
  }))
  const texts = (rows: readonly Row[]) => rows.map(({ text }) => text)
  const parts = isCsv
    ? [head, ...texts([...entries, ...received].toSorted(newestFirst))]
    : [
        jsonHead(now),
        ...listed('entries', texts(entries)),
        ...listed('received', texts(received)),
        '}\n',
      ]
  return { parts, count: entries.length + received.length }
}

const types = { csv: 'text/csv', json: 'application/json' }

let last: string | undefined

/** Saves a file that the page has made, as the browser saves any download. */
export const save = (form: ExportFormat, parts: readonly string[], now: number): void => {
  if (last) URL.revokeObjectURL(last)
  last = URL.createObjectURL(new Blob([...parts], { type: types[form] }))
  const link = document.createElement('a')
  link.href = last
  link.download = `volley-activity-${new Date(now).toISOString().slice(0, 10)}.${form}`
  link.click()
}
