import { loadedLater } from '../hooks/loadedLater'

/** The screen of `wallet_addEthereumChain`, which few sites ask for. */
export const AddNetwork = loadedLater(async () => (await import('./AddNetwork')).AddNetwork)

/** The screen of typed data, with its table of known signatures. */
export const SignTypedData = loadedLater(
  async () => (await import('./SignTypedData')).SignTypedData,
)

/** The screen of a batch that a device signs. */
export const SignBatch = loadedLater(async () => (await import('../devices/SignBatch')).SignBatch)
