import { coinSymbols, isName } from '@/lib/network/networkNames'
import { findNetwork } from '@/lib/network/networks'
import { wallet } from '../store'
import { t } from '../text/messages'
import { askForHost } from './hostPermission'
import type { KnownChain } from './knownChain'

/** What was typed of a network; name and coin may be left to what the field knows of its chain. */
export type Typed = { url: string; name: string; symbol: string }

/** What is wrong with it, by the field. */
export type Problems = Partial<Record<keyof Typed, string>>

/** The chain ID of the network that was added, or what is wrong. `isAgain`: its node did not answer before. */
export const addNetwork = async (
  { url, name, symbol }: Typed,
  known: readonly KnownChain[],
  isAgain: boolean,
): Promise<number | Problems> => {
  if (isAgain) await askForHost(url)
  const chainId = await wallet('findChain', { url })
  if (chainId === 'bad url') return { url: t('rpcs_badUrl') }
  if (chainId === 'no answer') return { url: t('rpcs_noAnswer') }
  const there = findNetwork(chainId)
  if (there) return { url: t('newNetwork_there', there.name) }
  const usual = known.find((chain) => chain.chainId === chainId)
  const [called, coin] = [name || usual?.name, symbol || usual?.symbol]
  const problems: Problems = {
    ...(called && isName(called) ? {} : { name: t('newNetwork_name', chainId) }),
    ...(coin && coinSymbols.test(coin) ? {} : { symbol: t('newNetwork_symbol') }),
  }
  if (!called || !coin || problems.name || problems.symbol) return problems
  await wallet('addNetwork', { chainId, url, name: called, symbol: coin })
  return chainId
}
