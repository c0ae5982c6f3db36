import type { BlockFingerprint } from './blockFingerprint'
import type { World } from './world'

/** Skip re-reading a batch on an unchanged chain for this long (ms). */
const holds = 2_000

/** The longest pause between two reads of a chain, in ms. */
const slowest = 2_000

/** Remembers chain fingerprints, to skip reads of an unchanged chain and to poll an idle one less often. */
export const createPollPace = ({ now }: Pick<World, 'now'>) => {
  const seen = new Map<string, { head: BlockFingerprint; at: number }>()
  const moves = new Map<number, { head?: BlockFingerprint; at: number }>()

  return {
    /** True if the fingerprint differs from that of the batch's last read, or that read is 2 s old. */
    hasMovedOn: (key: string, head: BlockFingerprint): boolean => {
      const last = seen.get(key)
      return last?.head !== head || Math.abs(now() - last.at) >= holds
    },
    /** Records a complete read of a batch at this fingerprint. */
    looked: (key: string, head: BlockFingerprint): void => {
      seen.set(key, { head, at: now() })
    },
    /** Records a chain's newest fingerprint. */
    shows: (chainId: number, head: BlockFingerprint): void => {
      if (moves.get(chainId)?.head !== head) moves.set(chainId, { head, at: now() })
    },
    /** Records a broadcast: the next refresh may include it, so polling runs at full rate again. */
    stirred: (chainId: number): void => {
      moves.set(chainId, { at: now() })
    },
    /** Returns the pause before the next read, in ms: `refresh`, growing to 2 s while the chain rests. */
    pace: (chainId: number, refresh: number): number => {
      const rest = Math.abs(now() - (moves.get(chainId)?.at ?? now())) / 8
      return Math.max(refresh, Math.min(slowest, rest))
    },
  }
}
