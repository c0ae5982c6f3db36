import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { screenNames, type ScreenName } from '../../components/screenNames.ts'
import { nodeMethods } from '../../lib/site/nodeMethods.ts'

/** Who learns of a step: nobody, or the node of the network in use, which is Base. */
type Contact = 'nobody' | 'the node'

/** Who is contacted when a screen of the wallet is opened. */
export const onScreens: Record<ScreenName, Contact> = {
  '': 'the node',
  activity: 'the node',
  sites: 'nobody',
  site: 'nobody',
  settings: 'nobody',
  accounts: 'nobody',
  // Balances are read only of addresses that a device gave.
  ledger: 'nobody',
  qr: 'nobody',
  backup: 'nobody',
  remove: 'nobody',
  password: 'nobody',
  passkey: 'nobody',
  requests: 'nobody',
  erase: 'nobody',
  networks: 'nobody',
  send: 'the node',
  receive: 'nobody',
  contacts: 'nobody',
  tokens: 'the node',
  'smart-account': 'the node',
  allowances: 'the node',
}

/** All screens, by the table that the wallet itself routes by. */
export const screens = screenNames

/** Who is contacted when a connected site asks for what the wallet itself answers; windows included. */
const onOwnMethods: Record<string, Contact> = {
  eth_requestAccounts: 'nobody',
  eth_accounts: 'nobody',
  eth_coinbase: 'nobody',
  wallet_getPermissions: 'nobody',
  wallet_requestPermissions: 'nobody',
  wallet_revokePermissions: 'nobody',
  eth_chainId: 'nobody',
  net_version: 'nobody',
  wallet_switchEthereumChain: 'nobody',
  wallet_addEthereumChain: 'nobody',
  personal_sign: 'nobody',
  personal_ecRecover: 'nobody',
  eth_signTypedData_v4: 'nobody',
  eth_signTypedData_v3: 'nobody',
  eth_sendTransaction: 'the node',
  eth_sendRawTransaction: 'the node',
  wallet_sendCalls: 'the node',
  wallet_getCallsStatus: 'the node',
  // The batch that it shows is not final yet.
  wallet_showCallsStatus: 'the node',
  wallet_getCapabilities: 'the node',
  wallet_watchAsset: 'the node',
  eth_subscribe: 'the node',
  eth_unsubscribe: 'nobody',
  eth_newFilter: 'the node',
  eth_newBlockFilter: 'the node',
  eth_newPendingTransactionFilter: 'the node',
  eth_getFilterChanges: 'the node',
  eth_getFilterLogs: 'the node',
  eth_uninstallFilter: 'nobody',
  web3_clientVersion: 'nobody',
  web3_sha3: 'nobody',
}

/** All methods: each that the wallet answers has a file of its name, and the others are its node's. */
export const methods: readonly string[] = [
  ...readdirSync(join(import.meta.dirname, '../../lib/site'))
    .map((file) => basename(file, '.ts'))
    .filter((name) => name.includes('_')),
  ...nodeMethods,
]

/** Who is contacted for a method; throws for one that this table lacks. */
export const onMethod = (name: string): Contact => {
  if (nodeMethods.has(name)) return 'the node'
  const contact = Object.hasOwn(onOwnMethods, name) ? onOwnMethods[name] : undefined
  if (!contact) throw new Error(`nobody has said whom ${name} may contact`)
  return contact
}
