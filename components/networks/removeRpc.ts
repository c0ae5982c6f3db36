import { letHostsGo } from '@/lib/browser/hostAccess'
import { secondHosts } from '../hooks/queries'
import { wallet } from '../store/session'
import { sendHost } from './useSendHost'

/** Removes one of the user's own RPCs, by its place in the order, and the access to its host. */
export const removeRpc = async (chainId: number, index: number, host: string): Promise<void> => {
  await wallet('editNetwork', { chainId, edit: { remove: index } })
  await letHostsGo([host])
}

/** Removes a network of the user's own, and the access to the hosts of its RPCs; tells why it stays. */
export const removeNetwork = async (chainId: number, hosts: readonly string[]) => {
  const { [chainId]: second } = await secondHosts()
  const send = await sendHost(chainId)
  const answer = await wallet('removeNetwork', { chainId })
  await letHostsGo([...hosts, ...[second, send].filter((host) => host !== undefined)])
  return answer
}
