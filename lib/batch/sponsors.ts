import { sendOperation } from '../sponsor/bundler'
import { askFinal } from '../sponsor/paymaster'
import type { World } from './world'

type Sponsors = NonNullable<World['sponsors']>

/** Returns the services of sponsored batches, as those batches name them; `sign` signs with the vault's keys. */
export const createSponsors = (
  sign: Sponsors['sign'],
  isUnlocked: Sponsors['isUnlocked'],
): Sponsors => ({
  final: ({ url, context }, chainId, operation) => askFinal({ url, chainId, context }, operation),
  send: ({ bundler }, signed, hash) => sendOperation({ url: bundler }, signed, hash),
  sign,
  isUnlocked,
})
