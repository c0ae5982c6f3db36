import type { World } from '@/lib/batch/world'

/**
 * Breaks the wallet on purpose, to see that the trials find it: a transaction goes out as soon as it is signed, and not
 * only once it is on the disk.
 */
export const sendsEarly = (world: World): World => ({
  ...world,
  sign: async (from, signing) => {
    const raw = await world.sign(from, signing)
    const { chainId } = signing.transaction
    if (raw && chainId) await world.request(chainId, 'eth_sendRawTransaction', [raw])
    return raw
  },
})
