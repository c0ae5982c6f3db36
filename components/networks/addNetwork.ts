import { coinSymbols, coreOf, isName } from '@/lib/network/networkNames'
import { findNetwork, networks } from '@/lib/network/networks'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { titleOf } from '../text/network'
import { askForHost } from './hostPermission'
import { namesakeOf, type KnownChain } from './knownChain'

/** The typed fields of a new network; empty name and coin are taken from the public chain list. */
export type TypedNetwork = { url: string; name: string; symbol: string }

/** The error of each field of a new network. */
export type NetworkProblems = Partial<Record<keyof TypedNetwork, string>>

/** Says whose name it could be taken for; a widely known chain may have its own. */
const takenText = (
  chainId: number,
  name: string,
  usual: KnownChain | undefined,
  known: readonly KnownChain[],
): string | undefined => {
  const own = networks.find((one) => one.chainId !== chainId && coreOf(one.name) === coreOf(name))
  const namesake = own ?? (name === usual?.name ? undefined : namesakeOf(chainId, name, known))
  return namesake && t('newNetwork_nameTaken', namesake.name)
}

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
  if (there) return { url: t('newNetwork_there', titleOf(there)) }
  const usual = known.find((chain) => chain.chainId === chainId)
  const [called, coin] = [name || usual?.name, symbol || usual?.symbol]
  const nameProblem =
    called && isName(called)
      ? takenText(chainId, called, usual, known)
      : t('newNetwork_name', chainId)
  const problems: NetworkProblems = {
    ...(nameProblem === undefined ? {} : { name: nameProblem }),
    ...(coin && coinSymbols.test(coin) ? {} : { symbol: t('newNetwork_symbol') }),
  }
  if (!called || !coin || problems.name || problems.symbol) return problems
  await wallet('addNetwork', { chainId, url, name: called, symbol: coin })
  return chainId
}
