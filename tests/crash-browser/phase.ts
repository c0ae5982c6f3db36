import type { Page } from '@playwright/test'
import { readRows, type Tables } from '../e2e/support/journal.ts'

/** Rows that the wallet has stored for one batch. */
export type Trace = {
  asked: Tables['approvals'][]
  batches: Tables['batches'][]
  events: Tables['events'][]
}

/** Reads the stored rows of a batch. */
export const traceOf = async (journal: Page, id: string): Promise<Trace> => {
  const asked = (await readRows(journal, 'approvals')).filter(({ wire }) =>
    wire.includes(JSON.stringify(id)),
  )
  const batches = (await readRows(journal, 'batches')).filter((batch) => batch.id === id)
  const events = (await readRows(journal, 'events')).filter(({ key }) =>
    batches.some((batch) => batch.key === key),
  )
  return { asked, batches, events }
}

/** Returns the phase of a batch at a time in ms since 1970: the type of its last stored event. */
export const phaseAt = ({ asked: [row], events }: Trace, at: number): string => {
  if (!row || row.createdAt > at) return 'intake'
  const last = events.filter((event) => event.at <= at).at(-1)
  return last?.event.type ?? 'approval'
}
