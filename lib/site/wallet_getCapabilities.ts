import { numberToHex, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { atomicity, knownAtomicity } from '../delegate/support'
import { networks } from '../network/networks'
import { defineMethod } from '../rpc/method'
import { address, chainId, maybe } from '../rpc/schema'

/** Capabilities that the wallet has on every chain, independent of the node. */
const everywhere = { gasLimitOverride: { supported: true } }

const statusOn = async (chain: number, account: Address, isOwn: boolean) => {
  const known = isOwn
    ? await atomicity(chain, account).catch(() => knownAtomicity(chain, account))
    : await knownAtomicity(chain, account)
  return known?.status ?? 'unsupported'
}

/** EIP-5792 `wallet_getCapabilities`: asks only the node of the site's network; leaves out unknown chains. */
export const wallet_getCapabilities = defineMethod({
  name: 'wallet_getCapabilities',
  summary: 'What batches can do for an account, by chain (EIP-5792).',
  params: z.tuple([address, maybe(z.array(chainId))]),
  result: z.custom<Record<Hex, object>>(),
  account: ([account]) => account,
  async handle([account, chainIds], { chainId: own }) {
    const asked = chainIds?.map(Number)
    const chains = networks.filter((network) => asked?.includes(network.chainId) ?? true)
    const found = await Promise.all(
      chains.map(async (network): Promise<[Hex, object]> => {
        const status = await statusOn(network.chainId, account, network.chainId === own)
        // Repeated for each chain, because viem does not merge capabilities under 0x0.
        return [numberToHex(network.chainId), { atomic: { status }, ...everywhere }]
      }),
    )
    return Object.fromEntries([['0x0', everywhere], ...found])
  },
})
