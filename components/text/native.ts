import { findNetwork } from '@/lib/network/networks'
import { units } from './amount'

/** Gives the symbol of a network's coin; empty where the network is gone. */
export const symbolOf = (chainId: number): string => findNetwork(chainId)?.symbol ?? ''

/** Wei of a network's coin, exact. */
export const native = (wei: bigint, chainId: number): string =>
  `${units(wei, findNetwork(chainId)?.decimals ?? 18)} ${symbolOf(chainId)}`.trimEnd()

const step = (wei: bigint, digits: number): bigint =>
  10n ** BigInt(Math.max(0, wei.toString().length - digits))

/** Formats an amount of the coin with at most so many significant digits, rounded up. */
export const nativeAtMost = (wei: bigint, digits: number, chainId: number): string => {
  const by = step(wei, digits)
  return native(((wei + by - 1n) / by) * by, chainId)
}
