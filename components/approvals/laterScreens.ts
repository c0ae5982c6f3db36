import { loadedLater } from '../hooks/loadedLater'

/** The screen of `wallet_addEthereumChain`, which few sites ask for. */
export const AddNetworkLater = loadedLater(async () => (await import('./AddNetwork')).AddNetwork)

/** The screen of typed data, with its table of known signatures. */
export const SignTypedDataLater = loadedLater(
  async () => (await import('./SignTypedData')).SignTypedData,
)

/** The screen of a batch that a device signs. */
export const SignBatchLater = loadedLater(
  async () => (await import('../devices/SignBatch')).SignBatch,
)
