import { journal } from '../db'
import { findNetwork } from '../network/networks'
import { chainAt } from '../network/second'
import { rpcError } from '../rpc/errors'
import type { Handler } from './door'

/** Where a request may go in the clear: the extension's own policy lets it go nowhere else. */
const loopback = ['localhost', '127.0.0.1']

/** https or loopback; a name and password in it would be refused by `fetch`. */
const isUsable = ({ protocol, hostname, username, password }: URL): boolean =>
  !username &&
  !password &&
  (protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname)))

/** Chooses a network's second RPC, once its node has answered with the network's chain ID; null for none. */
export const setSecondRpc: Handler<'setSecondRpc'> = async ({ chainId, url: text }) => {
  const network = findNetwork(chainId)
  if (!network) throw rpcError('unknownChain')
  if (text === null) {
    await journal.networks.delete(chainId)
    return 'done'
  }
  if (!URL.canParse(text)) return 'bad url'
  const url = new URL(text)
  if (!isUsable(url)) return 'bad url'
  if (url.host === new URL(network.url).host) return 'same node'
  const served = await chainAt(url.href)
  if (served === undefined) return 'no answer'
  if (served !== chainId) return 'other chain'
  await journal.networks.put({ chainId, secondUrl: url.href })
  return 'done'
}
