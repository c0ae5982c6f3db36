import * as v from 'valibot'
import { boundedList } from '../rpc/boundedList'
import { object } from '../rpc/object'
import { journal } from '../db'
import { coinSymbols, longestName, networkNames } from '../network/networkNames'
import { findNetwork } from '../network/networks'
import { networkFrom, refuseTakenName } from '../network/proposal'
import { isUsable } from '../network/url'
import { loadNetworks } from '../network/urls'
import { move } from '../sites/permissions'
import { defineMethod } from '../rpc/method'
import { anyChainId, maybe } from '../rpc/schema'

const most = { name: longestName, urls: 10, url: 2048 }

const text = (pattern: RegExp, length: number, message: string) =>
  v.pipe(v.string(), v.maxLength(length, message), v.regex(pattern, message))

const rpcUrl = v.pipe(
  v.string(),
  v.maxLength(most.url),
  v.check(isUsable, 'must be a URL of https or wss, or of http or ws on localhost or 127.0.0.1'),
)

const isHttps = (url: string) => URL.canParse(url) && new URL(url).protocol === 'https:'

const proposal = object({
  chainId: v.pipe(
    anyChainId,
    v.check(
      (id) => Number(id) > 0 && Number.isSafeInteger(Number(id)),
      'must be a chain ID from 0x1 to 0x1fffffffffffff',
    ),
  ),
  chainName: text(
    networkNames,
    most.name,
    `must be 1 to ${most.name} printable ASCII characters, without spaces at its ends or in a row`,
  ),
  nativeCurrency: object({
    name: v.string(),
    symbol: text(coinSymbols, 11, 'must be 1 to 11 printable ASCII characters without spaces'),
    // Other decimals would shift every displayed amount.
    decimals: v.literal(18, 'must be 18'),
  }),
  rpcUrls: v.pipe(
    boundedList(rpcUrl, most.urls, `must name at most ${most.urls} RPCs`),
    v.minLength(1, 'must name at least one RPC'),
  ),
  blockExplorerUrls: maybe(
    boundedList(
      v.pipe(v.string(), v.maxLength(most.url), v.check(isHttps, 'must be a URL of https')),
      most.urls,
    ),
  ),
})

/**
 * EIP-3085 `wallet_addEthereumChain`: never changes a network that the wallet has; for such a network it
 * asks to move the site there, as EIP-3326 does. A site that is not connected stays on its network.
 */
export const wallet_addEthereumChain = defineMethod({
  name: 'wallet_addEthereumChain',
  params: v.strictTuple([proposal]),
  result: v.null(),
  // The name, the RPC and the explorer by which the chain is widely known, in place of the site's; null: it has none.
  decision: object({
    name: v.optional(v.string()),
    url: v.optional(v.string()),
    explorer: v.optional(v.nullable(v.string())),
  }),
  async handle([proposed], { accounts, chainId: own, ask }) {
    const wanted = Number(proposed.chainId)
    const isThere = accounts.length > 0 ? wanted === own : findNetwork(wanted) !== undefined
    if (!findNetwork(wanted)) refuseTakenName(proposed)
    if (!isThere) await ask({ isShared: true })
    return null
  },
  async approve({ origin }, [proposed], { name, url, explorer }) {
    const chainId = Number(proposed.chainId)
    if (findNetwork(chainId)) return move(origin, chainId)
    const network = await networkFrom(
      {
        ...proposed,
        chainName: name ?? proposed.chainName,
        rpcUrls: url === undefined ? proposed.rpcUrls : [url],
        blockExplorerUrls:
          explorer === undefined ? proposed.blockExplorerUrls : explorer === null ? [] : [explorer],
      },
      origin,
    )
    return async () => {
      await journal.networks.put(network)
      await journal.permissions.update(origin, { chainId })
    }
  },
  approved: loadNetworks,
})
