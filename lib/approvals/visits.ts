import { journal, type Site } from '../db'
import { internalOrigin } from './internalOrigin'

/** How long a site that was never said yes to counts as new, in ms. */
const day = 24 * 60 * 60_000

/** Notes a site that asks the user for the first time; one that is connected was known. `at` in ms since 1970. */
export const recordVisit = async (origin: string, at: number): Promise<void> => {
  if (origin === internalOrigin || (await journal.sites.get(origin))) return
  const isKnown = (await journal.permissions.get(origin)) !== undefined
  await journal.sites.add({ origin, since: at, ...(isKnown ? { approvedAt: at } : {}) })
}

/** Notes that the user said yes to a site. `at` in ms since 1970. */
export const recordApproval = async (origin: string, at: number): Promise<void> => {
  await journal.sites.update(origin, { approvedAt: at })
}

/** Whether a request of a site belongs to its first visit: within a day of its first, nothing approved yet. */
export const isFirstVisit = (site: Site | undefined, askedAt: number): boolean =>
  site !== undefined && site.approvedAt === undefined && askedAt - site.since < day
