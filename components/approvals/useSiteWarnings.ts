import { useMemo } from 'react'
import type { Doubt } from '@/lib/approvals/danger'
import type { Approval } from '@/lib/db'
import { isFirstVisit } from '@/lib/approvals/visits'
import { chunkHook } from '../hooks/chunkHook'
import { useSite, useSites } from '../hooks/queries'
import type * as Lists from '../sites/check'

/** Result of comparing a site with the bundled lists: `checking` while they load, `failed` if they cannot be loaded. */
export type SiteCheck = Lists.SiteFinding | 'checking' | 'failed'

/** `doubts` are none until `check` is more than `checking`. */
export type SiteWarnings = { isFirst: boolean; check: SiteCheck; doubts: readonly Doubt[] }

/** Waits until what was drawn is with the browser's compositor. */
const drawn = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** The lists of sites, a chunk of their own: they take longer to run than the request's first paint may wait. */
export const useLists = chunkHook<typeof Lists>(async () => {
  await drawn()
  return import('../sites/check')
})

/** The doubts that a check raises: a name that nobody compared is one. */
export const siteDoubts = (check: SiteCheck): readonly Doubt[] => {
  if (check === 'failed') return ['unchecked name']
  return check === 'checking' ? [] : check.doubts
}

/**
 * Tells if a request comes from a site's first visit, and holds its host, and that of the page around it,
 * against the bundled lists and the connected sites.
 */
export const useSiteWarnings = ({
  origin,
  top,
  createdAt,
}: Pick<Approval, 'origin' | 'top' | 'createdAt'>): SiteWarnings => {
  const site = useSite(origin)
  const sites = useSites()
  const lists = useLists()
  const check = useMemo((): SiteCheck => {
    if (lists === 'failed') return 'failed'
    if (!lists || !sites) return 'checking'
    return lists.findingOf(
      { origin, top },
      sites.map((one) => one.origin),
    )
  }, [lists, sites, origin, top])
  return {
    isFirst: isFirstVisit(site, createdAt),
    check,
    doubts: siteDoubts(check),
  }
}

/** The content of a check, to be seen before Approve counts; undefined while nobody has looked. */
export const siteSeen = (check: SiteCheck): string | undefined => {
  if (check === 'checking') return undefined
  return check === 'failed' ? check : JSON.stringify(check.sites)
}
