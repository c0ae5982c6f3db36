import type { Address, Hex } from 'viem'
import type { Range } from './range'

/** What a page asks the background for: nothing else here contacts a node. Each throws if the node is silent. */
export type Door = {
  /** Number and time of the newest block; the time in seconds since 1970. */
  head: () => Promise<{ number: number; time: number }>
  /** Logs by topics; `refused` if the node does not take so many blocks, `missing` if it gives none at all. */
  logs: (
    range: Range,
    topics: readonly (Hex | readonly Hex[])[],
  ) => Promise<readonly unknown[] | 'refused' | 'missing'>
  /** Answers of contracts, null for one that reverts. */
  read: (
    reads: readonly { to: Address; data: Hex }[],
    at: 'pending' | 'latest',
  ) => Promise<readonly (Hex | null)[]>
}
