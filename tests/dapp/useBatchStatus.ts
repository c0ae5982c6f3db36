import { useQuery } from '@tanstack/react-query'
import type { Connector } from 'wagmi'
import { isObject } from './json'
import { ask } from './rpc'
import type { Watched } from './useExchange'

/** A status as far as the page reads it; the wallet's answer is shown whole. */
export const statusCode = (status: unknown) =>
  isObject(status) && typeof status.status === 'number' ? status.status : null

/** Whether a batch is still under way. */
export const isPending = (status: unknown) => {
  const code = statusCode(status)
  return code !== null && code >= 100 && code < 200
}

/** The batch's status, asked for every 500 ms while it is pending, as the wallet words it. */
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
    // The approval window covers this page for as long as the user reads.
    refetchIntervalInBackground: true,
  })
