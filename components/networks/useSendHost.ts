import { useLiveQuery } from 'dexie-react-hooks'
import { journal } from '@/lib/db'
import { hostOfUrl } from '@/lib/network/url'

/** Reads the host that a network's transactions alone are sent to; what follows it may hold a key. */
export const sendHost = async (chainId: number): Promise<string | undefined> => {
  const url = (await journal.networks.get(chainId))?.sendUrl
  return url === undefined ? undefined : hostOfUrl(url)
}

/** Reads `sendHost` live; null if the network has no such host, undefined while it is read. */
export const useSendHost = (chainId: number): string | null | undefined =>
  useLiveQuery(async () => (await sendHost(chainId)) ?? null, [chainId])

/** Reads the hosts of a network's own paymaster and bundler live; null for none, undefined while they are read. */
export const usePayingHosts = (
  chainId: number,
): { paymaster: string | null; bundler: string | null } | undefined =>
  useLiveQuery(async () => {
    const { paymasterUrl, bundlerUrl } = (await journal.networks.get(chainId)) ?? {}
    const hostIn = (url: string | undefined) => (url === undefined ? null : hostOfUrl(url))
    return { paymaster: hostIn(paymasterUrl), bundler: hostIn(bundlerUrl) }
  }, [chainId])
