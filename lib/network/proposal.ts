import { numberToHex } from 'viem'
import type { NetworkChoice } from '../db'
import { rpcError } from '../rpc/errors'
import { chainAt, chainFactsAt } from './chainAt'
import { distinctName } from './networkNames'
import { hostOfUrl } from './url'

/** A network as a site proposes it (EIP-3085); icons are not even read. */
export type Proposal = {
  chainId: string
  chainName: string
  nativeCurrency: { symbol: string; decimals: number }
  rpcUrls: string[]
  blockExplorerUrls?: string[] | undefined
}

/** What one of its RPCs says. */
export type RpcFinding = 'ok' | 'no answer' | 'other chain'

/**
 * The chain that each RPC of a proposal serves. Throws -32602 where all that is there is another chain: no
 * patience and no permission of the user's mends that.
 */
const servedBy = async ({ chainId, rpcUrls }: Proposal) => {
  const wanted = Number(chainId)
  const answers = await Promise.all(
    rpcUrls.map(async (url) => ({ url, served: await chainAt(url) })),
  )
  const [first] = answers
  if (first?.served !== undefined && answers.every(({ served = wanted }) => served !== wanted))
    throw rpcError(
      'invalidParams',
      `rpcUrls[0] serves chain ${numberToHex(first.served)}, not ${chainId}`,
    )
  return answers.map(({ url, served }): { url: string; found: RpcFinding } => ({
    url,
    found: served === undefined ? 'no answer' : served === wanted ? 'ok' : 'other chain',
  }))
}

/** What a proposal's RPCs say, by host. */
export const checkProposal = async (
  proposal: Proposal,
): Promise<{ host: string; found: RpcFinding }[]> =>
  (await servedBy(proposal)).map(({ url, found }) => ({ host: hostOfUrl(url), found }))

/** The network that a proposal makes, with those of its RPCs that serve it now; 4901 if none does. */
export const networkFrom = async (proposal: Proposal): Promise<NetworkChoice> => {
  const { chainName, nativeCurrency, blockExplorerUrls } = proposal
  const chainId = Number(proposal.chainId)
  const urls = (await servedBy(proposal)).flatMap(({ url, found }) => (found === 'ok' ? [url] : []))
  const [url] = urls
  if (!url) throw rpcError('chainDisconnected', 'no node of rpcUrls answered')
  const [explorer] = blockExplorerUrls ?? []
  const { symbol, decimals } = nativeCurrency
  return {
    chainId,
    urls: [...new Set(urls)],
    custom: {
      name: distinctName(chainId, chainName),
      symbol,
      decimals,
      ...(explorer === undefined ? {} : { explorer }),
      ...(await chainFactsAt(url)),
    },
  }
}
