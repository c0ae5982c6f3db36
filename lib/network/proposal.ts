import type { NetworkChoice } from '../db'
import { rpcError } from '../rpc/errors'
import { chainAt, chainFactsAt } from './chainAt'
import { isDistinct } from './networkNames'
import { hostOfUrl } from './url'

/**
 * A network that a site proposes by `wallet_addEthereumChain` (EIP-3085), without its icons, which are never
 * read.
 */
export type Proposal = {
  chainId: string
  chainName: string
  nativeCurrency: { symbol: string; decimals: number }
  rpcUrls: string[]
  blockExplorerUrls?: string[] | undefined
}

/** Result of asking a proposed RPC for its chain ID. */
export type RpcFinding = 'ok' | 'no answer' | 'other chain'

/**
 * Asks each RPC of a proposal for its chain ID. Throws -32602 if each answers and none serves the proposed
 * chain: neither a retry nor a permission can change that.
 */
const servedBy = async ({ chainId, rpcUrls }: Proposal) => {
  const wanted = Number(chainId)
  const answers = await Promise.all(
    rpcUrls.map(async (url) => ({ url, served: await chainAt(url) })),
  )
  // The site hears no more than that: it could learn what listens on this machine, or near it.
  if (answers.every(({ served = wanted }) => served !== wanted))
    throw rpcError('invalidParams', 'its RPCs serve another chain')
  return answers.map(({ url, served }): { url: string; found: RpcFinding } => ({
    url,
    found: served === undefined ? 'no answer' : served === wanted ? 'ok' : 'other chain',
  }))
}

/** Checks the RPCs of a proposal and returns the result by host. Throws -32602 as `servedBy`. */
export const checkProposal = async (
  proposal: Proposal,
): Promise<{ host: string; found: RpcFinding }[]> =>
  (await servedBy(proposal)).map(({ url, found }) => ({ host: hostOfUrl(url), found }))

/** Throws -32602 if a proposal's name could be taken for that of another network. */
export const refuseTakenName = ({ chainId, chainName }: Proposal): void => {
  if (!isDistinct(Number(chainId), chainName))
    throw rpcError('invalidParams', 'chainName is too like that of another network')
}

/**
 * Builds the network of a proposal with those of its RPCs that serve it now; `addedBy` is the origin of the
 * site that asked for it. Throws 4901 if none does, -32602 as `servedBy` and `refuseTakenName`.
 */
export const networkFrom = async (proposal: Proposal, addedBy?: string): Promise<NetworkChoice> => {
  const { chainName, nativeCurrency, blockExplorerUrls } = proposal
  const chainId = Number(proposal.chainId)
  refuseTakenName(proposal)
  const urls = (await servedBy(proposal)).flatMap(({ url, found }) => (found === 'ok' ? [url] : []))
  const [url] = urls
  if (!url) throw rpcError('chainDisconnected', 'no node of rpcUrls answered')
  const [explorer] = blockExplorerUrls ?? []
  const { symbol, decimals } = nativeCurrency
  return {
    chainId,
    urls: [...new Set(urls)],
    custom: {
      name: chainName,
      symbol,
      decimals,
      ...(explorer === undefined ? {} : { explorer }),
      ...(addedBy === undefined ? {} : { addedBy }),
      ...(await chainFactsAt(url)),
    },
  }
}
