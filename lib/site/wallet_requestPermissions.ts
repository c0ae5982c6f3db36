import * as v from 'valibot'
import { connect, grantsOf, type WalletPermission } from '../sites/permissions'
import { wishOf } from '../sites/wishes'
import { defineMethod } from '../rpc/method'
import { connection, onlyAccounts } from './eth_requestAccounts'

/** EIP-2255 `wallet_requestPermissions`: always asks, so that a connected site can offer other accounts. */
export const wallet_requestPermissions = defineMethod({
  name: 'wallet_requestPermissions',
  params: onlyAccounts,
  result: v.custom<WalletPermission[]>(() => true),
  decision: connection,
  async handle(_params, { origin, ask }) {
    await ask({ params: wishOf(origin) })
    return grantsOf(origin)
  },
  approve: ({ origin }, _params, { accounts, chainId }) => connect(origin, accounts, chainId),
})
