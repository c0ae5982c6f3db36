import { chainAt } from '../network/chainAt'
import { choose } from '../network/storeChoice'
import { findNetwork } from '../network/networks'
import { isUsable } from '../network/url'
import { rpcError } from '../rpc/errors'
import type { Handler } from './door'

/** Chooses a network's second RPC, once its node has answered with the network's chain ID; null for none. */
export const setSecondRpc: Handler<'setSecondRpc'> = async ({ chainId, url: text }) => {
  const network = findNetwork(chainId)
  if (!network) throw rpcError('unknownChain')
  if (text === null) {
    await choose(chainId, () => ({ secondUrl: undefined }))
    return 'done'
  }
  if (!isUsable(text)) return 'bad url'
  const url = new URL(text)
  if (network.hosts.includes(url.host)) return 'same node'
  const served = await chainAt(url.href)
  if (served === undefined) return 'no answer'
  if (served !== chainId) return 'other chain'
  await choose(chainId, () => ({ secondUrl: url.href }))
  return 'done'
}
