import { keccak256, type Address, type Hex } from 'viem'
import type { World } from '../batch/world'
import type { Batch } from '../db'
import { fact, remember } from '../network/facts'
import { request } from '../network/node'

/** How long the code of a contract counts as seen, in ms. */
const seen = 10 * 60_000

const keyOf = (chainId: number, address: Address): string => `router:${chainId}:${address}`

const read = async (
  ask: World['request'],
  chainId: number,
  address: Address,
): Promise<Hex | null> => {
  const code = (await ask(chainId, 'eth_getCode', [address, 'latest'])) as Hex
  return code === '0x' ? null : keccak256(code)
}

/**
 * Returns the hash of the code at an address; null where there is none: a call to it would succeed and check nothing.
 * Throws 4901 if the node does not answer.
 */
export const codeOf = (chainId: number, address: Address): Promise<Hex | null> =>
  fact(
    keyOf(chainId, address),
    () => seen,
    () => read(request, chainId, address),
  )

/**
 * True if what checks the locks of a batch still has the code that was tried before they were shown. Other code is
 * kept as seen, so that the next quote tries it anew. Throws 4901 if the node does not answer.
 */
export const checksStill = async (
  ask: World['request'],
  { chainId, locks, checkers, sponsor }: Batch,
): Promise<boolean> => {
  // Rows of before this was kept; a batch that somebody else pays for may have a deadline and no lock.
  if (!checkers) return !locks || sponsor !== undefined
  const each = await Promise.all(
    checkers.map(async ({ address, code }) => {
      const now = await read(ask, chainId, address)
      if (now !== code) await remember(keyOf(chainId, address), now)
      return now === code
    }),
  )
  return each.every((isSame) => isSame)
}
