import { journal } from '../db'
import type { PaymasterService } from './capability'

/** Returns the URL of the bundler that the user has for a network; undefined if they have none. */
export const ownBundler = async (chainId: number): Promise<string | undefined> =>
  (await journal.networks.get(chainId))?.bundlerUrl

/** Returns the service that the user has for a network to pay for their batches; undefined if they have none. */
export const ownPaymaster = async (chainId: number): Promise<PaymasterService | undefined> => {
  const url = (await journal.networks.get(chainId))?.paymasterUrl
  return url === undefined ? undefined : { url, optional: true }
}
