import type { BlockFingerprint } from './blockFingerprint'
import type { World } from './world'

/** How long, in ms, what seems unchanged is taken to be so without another look. */
const holds = 2_000

/** The longest pause between two looks, in ms. */
const slowest = 2_000

/** What is known of how chains move: what was looked at already, and how often looking is worth it. */
export const createPollPace = ({ now }: Pick<World, 'now'>) => {
  const seen = new Map<string, { head: BlockFingerprint; at: number }>()
  const moves = new Map<number, { head?: BlockFingerprint; at: number }>()

  return {
    /** Whether a batch was last looked at under another head, or long ago. */
    hasMovedOn: (key: string, head: BlockFingerprint): boolean => {
      const last = seen.get(key)
      return last?.head !== head || Math.abs(now() - last.at) >= holds
    },
    /** A batch was looked at under this head, and all that was asked was answered. */
    looked: (key: string, head: BlockFingerprint): void => {
      seen.set(key, { head, at: now() })
    },
    /** A chain shows this head. */
    shows: (chainId: number, head: BlockFingerprint): void => {
      if (moves.get(chainId)?.head !== head) moves.set(chainId, { head, at: now() })
    },
    /** Something was sent there: the next refresh may hold it. */
    stirred: (chainId: number): void => {
      moves.set(chainId, { at: now() })
    },
    /** The pause before the next look, in ms: `refresh` while the chain moves, longer where it rests. */
    pace: (chainId: number, refresh: number): number => {
      const rest = Math.abs(now() - (moves.get(chainId)?.at ?? now())) / 8
      return Math.max(refresh, Math.min(slowest, rest))
    },
  }
}
