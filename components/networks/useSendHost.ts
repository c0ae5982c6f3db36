import { useLiveQuery } from 'dexie-react-hooks'
import { journal } from '@/lib/db'
import { hostOfUrl } from '@/lib/network/url'

/** Reads the host that a network's transactions alone are sent to; what follows it may hold a key. */
export const sendHost = async (chainId: number): Promise<string | undefined> => {
  const url = (await journal.networks.get(chainId))?.sendUrl
  return url === undefined ? undefined : hostOfUrl(url)
}

/** Reads that host live; null if there is none, undefined while it is read. */
export const useSendHost = (chainId: number): string | null | undefined =>
  useLiveQuery(async () => (await sendHost(chainId)) ?? null, [chainId])
