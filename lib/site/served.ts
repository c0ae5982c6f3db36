import type { AnyMethod, LoadMethod } from '../rpc/method'
import type { methods } from '.'
import { eth_accounts } from './eth_accounts'
import { eth_chainId } from './eth_chainId'
import { eth_coinbase } from './eth_coinbase'
import { eth_requestAccounts } from './eth_requestAccounts'
import { net_version } from './net_version'
import { wallet_getPermissions } from './wallet_getPermissions'
import { wallet_requestPermissions } from './wallet_requestPermissions'
import { wallet_revokePermissions } from './wallet_revokePermissions'
import { wallet_switchEthereumChain } from './wallet_switchEthereumChain'
import { web3_clientVersion } from './web3_clientVersion'

type Name = keyof typeof methods

/**
 * The methods as the site door serves them: here are those that answer a page's first requests, all others are loaded
 * when a site calls one.
 */
export const servedMethods = (
  load: (name: Name) => Promise<AnyMethod>,
): Record<Name, AnyMethod | LoadMethod> => {
  const later =
    (name: Name): LoadMethod =>
    () =>
      load(name)
  return {
    eth_requestAccounts,
    eth_accounts,
    eth_coinbase,
    wallet_getPermissions,
    wallet_requestPermissions,
    wallet_revokePermissions,
    eth_chainId,
    net_version,
    wallet_switchEthereumChain,
    wallet_addEthereumChain: later('wallet_addEthereumChain'),
    personal_sign: later('personal_sign'),
    personal_ecRecover: later('personal_ecRecover'),
    eth_signTypedData_v4: later('eth_signTypedData_v4'),
    eth_signTypedData_v3: later('eth_signTypedData_v3'),
    eth_sendTransaction: later('eth_sendTransaction'),
    eth_sendRawTransaction: later('eth_sendRawTransaction'),
    wallet_sendCalls: later('wallet_sendCalls'),
    wallet_getCallsStatus: later('wallet_getCallsStatus'),
    wallet_showCallsStatus: later('wallet_showCallsStatus'),
    wallet_getCapabilities: later('wallet_getCapabilities'),
    wallet_watchAsset: later('wallet_watchAsset'),
    eth_subscribe: later('eth_subscribe'),
    eth_unsubscribe: later('eth_unsubscribe'),
    eth_newFilter: later('eth_newFilter'),
    eth_newBlockFilter: later('eth_newBlockFilter'),
    eth_newPendingTransactionFilter: later('eth_newPendingTransactionFilter'),
    eth_getFilterChanges: later('eth_getFilterChanges'),
    eth_getFilterLogs: later('eth_getFilterLogs'),
    eth_uninstallFilter: later('eth_uninstallFilter'),
    web3_clientVersion,
    web3_sha3: later('web3_sha3'),
  }
}
