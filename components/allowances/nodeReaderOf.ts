import type { NodeReader } from '@/lib/allowances/nodeReader'
import { wallet } from '../store/session'

/** The way to a chain's node, which only the background asks. */
export const nodeReaderOf = (chainId: number): NodeReader => ({
  head: () => wallet('readHead', { chainId }),
  logs: ({ from, to }, topics) =>
    wallet('readLogs', {
      chainId,
      from,
      to,
      topics: topics.map((topic) =>
        topic === null || typeof topic === 'string' ? topic : [...topic],
      ),
    }),
  tokens: (account, addresses) =>
    wallet('readBalances', { chainId, account, addresses: [...addresses] }),
  read: (reads, at) => wallet('readContracts', { chainId, reads: [...reads], at }),
})
