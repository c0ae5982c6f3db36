import type { Approval } from '@/lib/db'
import { isFirstVisit } from '@/lib/approvals/visits'
import { useSite, useSites } from '../hooks/queries'
import { imitatedBy } from '../text/origin'

/** Tells if a request comes from a site's first visit, and finds the connected site that its host imitates. */
export const useSiteWarnings = ({ origin, createdAt }: Pick<Approval, 'origin' | 'createdAt'>) => {
  const site = useSite(origin)
  const connected = useSites() ?? []
  return {
    isFirst: isFirstVisit(site, createdAt),
    imitated: imitatedBy(
      origin,
      connected.map((one) => one.origin),
    ),
  }
}
