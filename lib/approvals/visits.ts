import { journal, type Site } from '../db'
import { internalOrigin } from './internalOrigin'

/** Time in ms for which a site without any approval counts as new. */
const day = 24 * 60 * 60_000

/** Stores the first time a site asks; a connected one counts as approved. `at` in ms since 1970. */
export const recordVisit = async (origin: string, at: number): Promise<void> => {
  if (origin === internalOrigin || (await journal.sites.get(origin))) return
  const isKnown = (await journal.permissions.get(origin)) !== undefined
  await journal.sites.add({ origin, since: at, ...(isKnown ? { approvedAt: at } : {}) })
}

/** Stores the time of the last approval for a site. `at` in ms since 1970. */
export const recordApproval = async (origin: string, at: number): Promise<void> => {
  await journal.sites.update(origin, { approvedAt: at })
}

/** True if a request falls within a day of the site's first one, with nothing approved for it since. */
export const isFirstVisit = (site: Site | undefined, askedAt: number): boolean =>
  site !== undefined && site.approvedAt === undefined && askedAt - site.since < day
