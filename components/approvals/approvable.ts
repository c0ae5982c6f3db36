import type { Doubt } from '@/lib/approvals/danger'
import { whyGrey, type GreyReasons, type GreyReason } from './whyGrey'

/** An approval that the button may send: its decision, and the content that the user must have seen. */
export type Approvable = {
  seen: string
  /** How long that must have been seen, in ms. */
  hold?: number
  /** Why the last click approved nothing, said until the next one. */
  missed?: GreyReason | undefined
} & (
  | { decision: unknown }
  /** Finds the decision at the click, or a doubt that arose since; undefined if the content changed. */
  | {
      find: (
        accepted: readonly Doubt[],
      ) => Promise<{ decision: unknown } | { doubt: Doubt } | undefined>
    }
)

/** A decision, or the reason why there is none yet; null if there never will be, which has no button. */
export type Readiness = Approvable | GreyReason | null

/** Gives an approval where none of these reasons holds, else the first of them, its own among them. */
export const unless = (approval: Readiness, held: GreyReasons): Readiness => {
  if (approval === null) return null
  return whyGrey([typeof approval === 'string' && approval, ...held]) ?? approval
}

/** Adds to the content that the user must have seen; nothing can be approved while that is undefined, by `why`. */
export const withSeen = (
  approval: Readiness,
  more: string | undefined,
  why: GreyReason,
): Readiness => {
  if (approval === null || typeof approval === 'string' || more === undefined)
    return unless(approval, [more === undefined && why])
  return { ...approval, seen: `${approval.seen} ${more}` }
}
