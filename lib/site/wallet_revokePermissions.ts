import * as v from 'valibot'
import { revoke } from '../sites/permissions'
import { defineMethod } from '../rpc/method'
import { onlyAccounts } from './eth_requestAccounts'

/**
 * `wallet_revokePermissions`: disconnects the site. EIP-2255 lacks this method; wallets and wagmi have it.
 */
export const wallet_revokePermissions = defineMethod({
  name: 'wallet_revokePermissions',
  params: onlyAccounts,
  result: v.null(),
  async handle(_params, { origin }) {
    await revoke(origin)
    return null
  },
})
