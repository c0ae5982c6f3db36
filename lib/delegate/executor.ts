import { size, slice, type Address, type Hash, type Hex } from 'viem'
import { sameAddress } from '../values/address'

/** Simple7702Account v0.8, the one executor that accounts are upgraded to. */
export const executor: Address = '0xe6Cae83BdE06E4c305530e199D7217f42808555B'

/** keccak256 of the executor's code, the same on every chain. */
export const executorCodeHash: Hash =
  '0xcc7b633aef4b2543cb8f37522adf1a401f910f0f6b2430c1eecc11f401ccfcf3'

/**
 * Simple7702Account v0.8 at the one address for which Ledger's app signs authorizations (LedgerHQ/app-ethereum 1.22.0,
 * src/features/sign_authorization_eip7702/whitelist_7702.c). Its code has no hash to compare with.
 */
export const deviceExecutor: Address = '0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9'

/** Returns the code of an account that is delegated to `to` (EIP-7702). */
export const delegation = (to: Address): Hex => `0xef0100${to.slice(2).toLowerCase()}`

/** Returns the delegate in an account's code (EIP-7702); null for a plain account and for a contract. */
export const delegateOf = (code: Hex): Address | null =>
  size(code) === 23 && slice(code, 0, 3) === '0xef0100' ? slice(code, 3) : null

/** True if a delegate is the one executor that accounts are upgraded to. */
export const isOurs = (delegate: Address | null): boolean =>
  delegate !== null && sameAddress(delegate, executor)
