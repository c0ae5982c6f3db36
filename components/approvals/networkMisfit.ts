import type { Proposal } from '@/lib/network/proposal'
import type { KnownChain } from '../networks/knownChain'

/** Where a proposed network differs from the public chain list: in its coin, or by the name of another. */
export type NetworkMisfit = {
  /** The chain of this number, whose coin is another. */
  otherCoin: KnownChain | undefined
  /** The chain that is known under this name, of another number. */
  namesake: KnownChain | undefined
}

/** Holds a proposed network against the public chain list. */
export const networkMisfit = (
  { chainId, chainName, nativeCurrency }: Proposal,
  known: readonly KnownChain[],
): NetworkMisfit => {
  const number = Number(chainId)
  const isCalled = ({ name }: KnownChain) => name.toLowerCase() === chainName.toLowerCase()
  const usual = known.find((chain) => chain.chainId === number)
  return {
    otherCoin: usual && usual.symbol !== nativeCurrency.symbol ? usual : undefined,
    namesake:
      usual && isCalled(usual)
        ? undefined
        : known.find((chain) => chain.chainId !== number && isCalled(chain)),
  }
}
