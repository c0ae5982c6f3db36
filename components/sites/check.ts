import type { Doubt } from '@/lib/approvals/danger'
import { hostOf, imitatedBy, hostnameOf } from '../text/origin'
import { imitatedSite } from './imitation'
import { isListed } from './phishing'
import phishing from './phishing.json'
import wellKnown from './wellKnown.json'

/** A site of which there is something to say; `imitates` is a domain or the host of a connected site. */
export type Suspect = { origin: string; isListed: boolean; imitates: string | undefined }

/** Result of comparing the sites of a request with the bundled lists, and the dates of both lists. */
export type SiteFinding = {
  doubts: Doubt[]
  sites: Suspect[]
  /** When the list of phishing hosts was made. */
  listed: string
  /** When the list of well-known sites was made. */
  known: string
}

/**
 * Holds the site that asks, and the page around it where it is a frame, against the bundled lists and the
 * sites that are connected. Asks nobody. Nothing found does not mean that a site is safe.
 */
export const findingOf = (
  { origin, top }: { origin: string; top?: string | undefined },
  connected: readonly string[],
): SiteFinding => {
  const origins = [...new Set([origin, ...(top ? [top] : [])])]
  const sites = origins
    .map((one) => ({
      origin: one,
      isListed: isListed(hostnameOf(one)),
      imitates: imitatedSite(one, connected) ?? alike(one, connected),
    }))
    .filter((site) => site.isListed || site.imitates !== undefined)
  const doubts: Doubt[] = [
    ...(sites.some((site) => site.isListed) ? (['phishing site'] as const) : []),
    ...(sites.some((site) => site.imitates !== undefined) ? (['imitated site'] as const) : []),
  ]
  return { doubts, sites, listed: phishing.date, known: wellKnown.date }
}

/** The connected site whose whole host looks the same, for hosts that nobody registers too. */
const alike = (origin: string, connected: readonly string[]): string | undefined => {
  const found = imitatedBy(origin, connected)
  return found === undefined ? undefined : hostOf(found)
}
