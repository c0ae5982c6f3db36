import { journal, type NetworkChoice } from '../db'
import { chainAt } from '../network/chainAt'
import { choose } from '../network/storeChoice'
import { findNetwork } from '../network/networks'
import { hostOfUrl, isUsable } from '../network/url'
import { rpcError } from '../rpc/errors'
import type { NetworkEdit } from './contract'
import type { Handler } from './door'

/** The rest of a list without the one at `index`. */
const without = (urls: readonly string[], index: number) => urls.filter((_, at) => at !== index)

/** The list with the one at `index` a place nearer to the front. */
const raised = (urls: readonly string[], index: number): string[] => {
  const [url] = urls.slice(index, index + 1)
  const rest = without(urls, index)
  return url === undefined || index === 0
    ? [...urls]
    : [...rest.slice(0, index - 1), url, ...rest.slice(index - 1)]
}

const changed = (edit: Exclude<NetworkEdit, { add: string }>, { urls = [] }: NetworkChoice) => {
  if ('remove' in edit) {
    const left = without(urls, edit.remove)
    return left.length > 0 ? { urls: left } : { urls: undefined, isPublicToo: undefined }
  }
  if ('raise' in edit) return { urls: raised(urls, edit.raise) }
  if ('isPublicToo' in edit) return { isPublicToo: edit.isPublicToo ? (true as const) : undefined }
  return { isHidden: edit.isHidden ? (true as const) : undefined }
}

/** Changes what the user chose for a network. An RPC is added once it has answered with the chain ID. */
export const editNetwork: Handler<'editNetwork'> = async ({ chainId, edit }) => {
  const network = findNetwork(chainId)
  if (!network) throw rpcError('unknownChain')
  const { hosts, isCustom } = network
  if ('remove' in edit && isCustom && hosts.length === 1) return 'last'
  if (!('add' in edit)) {
    await choose(chainId, (row) => changed(edit, row))
    return 'done'
  }
  if (!isUsable(edit.add)) return 'bad url'
  const url = new URL(edit.add).href
  const served = await chainAt(url)
  if (served === undefined) return 'no answer'
  if (served !== chainId) return 'other chain'
  const { urls = [] } = (await journal.networks.get(chainId)) ?? {}
  if (urls.some((other) => hostOfUrl(other) === hostOfUrl(url))) return 'same node'
  await choose(chainId, () => ({ urls: [...urls, url] }))
  return 'done'
}
