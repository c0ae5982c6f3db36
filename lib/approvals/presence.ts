import type { Approval } from '../db'

/** Time in ms for which a document may be away before its requests can no longer be approved. */
export const pageLeftAfter = 30_000

/** True if the requesting page has been away too long to be answered. `now` in ms since 1970. */
export const hasPageLeft = ({ goneAt }: Approval, now: number): boolean =>
  goneAt !== undefined && now - goneAt >= pageLeftAfter
