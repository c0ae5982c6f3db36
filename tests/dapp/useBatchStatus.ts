import { useQuery } from '@tanstack/react-query'
import type { Connector } from 'wagmi'
import { isObject } from './json'
import { ask } from './walletRequest'
import type { Watched } from './useExchange'

/** Returns the code of a `wallet_getCallsStatus` answer; null if it has none. */
export const statusCode = (status: unknown) =>
  isObject(status) && typeof status.status === 'number' ? status.status : null

/** True if the batch is pending (codes 100 to 199, EIP-5792). */
export const isPending = (status: unknown) => {
  const code = statusCode(status)
  return code !== null && code >= 100 && code < 200
}

/** Polls the batch's status every 500 ms while it is pending; returns the wallet's answer unchanged. */
export const useBatchStatus = (connector: Connector | undefined, watched: Watched | null) =>
  useQuery({
    queryKey: ['batchStatus', connector?.uid, watched],
    queryFn: async () =>
      connector && watched
        ? ((await ask(connector, { method: 'wallet_getCallsStatus', params: [watched.id] })) ??
          null)
        : null,
    enabled: connector !== undefined && watched !== null,
    gcTime: 0,
    refetchInterval: ({ state }) => (!state.error && isPending(state.data) ? 500 : false),
    // Polls in the background too: the approval window covers this page while the user reads.
    refetchIntervalInBackground: true,
  })
