import type * as v from 'valibot'
import type { AnyMethod } from '../rpc/method'
import { eth_accounts } from './eth_accounts'
import { eth_chainId } from './eth_chainId'
import { eth_coinbase } from './eth_coinbase'
import { eth_getFilterChanges } from './eth_getFilterChanges'
import { eth_getFilterLogs } from './eth_getFilterLogs'
import { eth_newBlockFilter } from './eth_newBlockFilter'
import { eth_newFilter } from './eth_newFilter'
import { eth_newPendingTransactionFilter } from './eth_newPendingTransactionFilter'
import { eth_requestAccounts } from './eth_requestAccounts'
import { eth_sendRawTransaction } from './eth_sendRawTransaction'
import { eth_sendTransaction } from './eth_sendTransaction'
import { eth_signTypedData_v3 } from './eth_signTypedData_v3'
import { eth_signTypedData_v4 } from './eth_signTypedData_v4'
import { eth_subscribe } from './eth_subscribe'
import { eth_uninstallFilter } from './eth_uninstallFilter'
import { eth_unsubscribe } from './eth_unsubscribe'
import { net_version } from './net_version'
import { personal_ecRecover } from './personal_ecRecover'
import { personal_sign } from './personal_sign'
import { wallet_addEthereumChain } from './wallet_addEthereumChain'
import { wallet_getCallsStatus } from './wallet_getCallsStatus'
import { wallet_getCapabilities } from './wallet_getCapabilities'
import { wallet_getPermissions } from './wallet_getPermissions'
import { wallet_requestPermissions } from './wallet_requestPermissions'
import { wallet_revokePermissions } from './wallet_revokePermissions'
import { wallet_sendCalls } from './wallet_sendCalls'
import { wallet_showCallsStatus } from './wallet_showCallsStatus'
import { wallet_switchEthereumChain } from './wallet_switchEthereumChain'
import { wallet_watchAsset } from './wallet_watchAsset'
import { web3_clientVersion } from './web3_clientVersion'
import { web3_sha3 } from './web3_sha3'

/** All methods that the wallet itself answers for a website; its node answers those in `nodeMethods.ts`. */
export const methods = {
  eth_requestAccounts,
  eth_accounts,
  eth_coinbase,
  wallet_getPermissions,
  wallet_requestPermissions,
  wallet_revokePermissions,
  eth_chainId,
  net_version,
  wallet_switchEthereumChain,
  wallet_addEthereumChain,
  personal_sign,
  personal_ecRecover,
  eth_signTypedData_v4,
  eth_signTypedData_v3,
  eth_sendTransaction,
  eth_sendRawTransaction,
  wallet_sendCalls,
  wallet_getCallsStatus,
  wallet_showCallsStatus,
  wallet_getCapabilities,
  wallet_watchAsset,
  eth_subscribe,
  eth_unsubscribe,
  eth_newFilter,
  eth_newBlockFilter,
  eth_newPendingTransactionFilter,
  eth_getFilterChanges,
  eth_getFilterLogs,
  eth_uninstallFilter,
  web3_clientVersion,
  web3_sha3,
} satisfies Record<string, AnyMethod>

/** The methods that ask the user; each needs an approval screen. */
export type PromptingMethod = {
  [Name in keyof typeof methods]: (typeof methods)[Name] extends { decision?: infer Decision }
    ? v.GenericSchema extends Decision
      ? never
      : Name
    : never
}[keyof typeof methods]
