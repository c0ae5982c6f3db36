import * as v from 'valibot'
import { grantsOf, type WalletPermission } from '../sites/permissions'
import { defineMethod } from '../rpc/method'
import { noParams } from '../rpc/schema'

/**
 * EIP-2255 `wallet_getPermissions`: returns an empty list to a site that is not connected, and while the wallet
 * is locked, as `eth_accounts` does: the list names accounts.
 */
export const wallet_getPermissions = defineMethod({
  name: 'wallet_getPermissions',
  params: noParams,
  result: v.custom<WalletPermission[]>(() => true),
  handle: async (_params, { origin, isUnlocked }) => ((await isUnlocked()) ? grantsOf(origin) : []),
})
