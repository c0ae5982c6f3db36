import { numberToHex } from 'viem'
import { journal } from '../db'
import { coinSymbols, isName } from '../network/networkNames'
import { findNetwork } from '../network/networks'
import { networkFrom } from '../network/proposal'
import { isUsable } from '../network/url'
import { loadNetworks } from '../network/urls'
import type { Handler } from './door'

/**
 * Adds a network of the user's own, whose node has to serve that chain. Amounts have 18 decimals, as for those
 * that sites add. Throws -32602 where the node serves another chain, 4901 where it does not answer.
 */
export const addNetwork: Handler<'addNetwork'> = async ({ chainId, url, name, symbol }) => {
  if (!isUsable(url) || !isName(name) || !coinSymbols.test(symbol))
    throw new Error('no network can be named so')
  const network = await networkFrom({
    chainId: numberToHex(chainId),
    chainName: name,
    rpcUrls: [new URL(url).href],
    nativeCurrency: { symbol, decimals: 18 },
  })
  // What is there is never changed by this.
  if (!findNetwork(chainId)) await journal.networks.put(network)
  await loadNetworks()
  return null
}
