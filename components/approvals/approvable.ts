import type { Doubt } from '@/lib/approvals/danger'

/** An approval that the button may send: its decision, and the content that the user must have seen. */
export type Approvable = {
  seen: string
  /** How long that must have been seen, in ms. */
  hold?: number
} & (
  | { decision: unknown }
  /** Finds the decision at the click, or a doubt that arose since; undefined if the content changed. */
  | {
      find: (
        accepted: readonly Doubt[],
      ) => Promise<{ decision: unknown } | { doubt: Doubt } | undefined>
    }
)

/** Adds to the content that the user must have seen; nothing can be approved while that is undefined. */
export const withSeen = (approval: Approvable, more: string | undefined): Approvable | undefined =>
  more === undefined ? undefined : { ...approval, seen: `${approval.seen} ${more}` }
