import type { Approval } from '../db'

/** How long a document may be away before its requests can no longer be approved, in ms. */
export const pageLeftAfter = 30_000

/** Whether the page that asked has been away too long to be answered. `now` in ms since 1970. */
export const hasPageLeft = ({ goneAt }: Approval, now: number): boolean =>
  goneAt !== undefined && now - goneAt >= pageLeftAfter
