import type { Approval } from '@/lib/db'
import { isFirstVisit } from '@/lib/approvals/visits'
import { useSite, useSites } from '../hooks'
import { imitatedBy } from '../text/origin'

/** Whether a request is of a site's first visit, and which connected site its host is made to look like. */
export const useSiteDoubts = ({ origin, createdAt }: Pick<Approval, 'origin' | 'createdAt'>) => {
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
