import { coinSymbols, isName } from '@/lib/network/networkNames'
import { findNetwork } from '@/lib/network/networks'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { askForHost } from './hostPermission'
import type { KnownChain } from './knownChain'

/** The typed fields of a new network; empty name and coin are taken from the public chain list. */
export type TypedNetwork = { url: string; name: string; symbol: string }

/** The error of each field of a new network. */
export type NetworkProblems = Partial<Record<keyof TypedNetwork, string>>

/** The chain ID of the network that was added, or what is wrong. `isAgain`: its node did not answer before. */
export const addNetwork = async (
  { url, name, symbol }: TypedNetwork,
  known: readonly KnownChain[],
  isAgain: boolean,
): Promise<number | NetworkProblems> => {
  if (isAgain) await askForHost(url)
  const chainId = await wallet('findChain', { url })
  if (chainId === 'bad url') return { url: t('rpcs_badUrl') }
  if (chainId === 'no answer') return { url: t('rpcs_noAnswer') }
  const there = findNetwork(chainId)
  if (there) return { url: t('newNetwork_there', there.name) }
  const usual = known.find((chain) => chain.chainId === chainId)
  const [called, coin] = [name || usual?.name, symbol || usual?.symbol]
  const problems: NetworkProblems = {
    ...(called && isName(called) ? {} : { name: t('newNetwork_name', chainId) }),
    ...(coin && coinSymbols.test(coin) ? {} : { symbol: t('newNetwork_symbol') }),
  }
  if (!called || !coin || problems.name || problems.symbol) return problems
  await wallet('addNetwork', { chainId, url, name: called, symbol: coin })
  return chainId
}
