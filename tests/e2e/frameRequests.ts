import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { nodeMethods } from '../../lib/site/nodeMethods.ts'
import { mail } from '../unit/sign/examples.ts'
import { batch } from './site.ts'

type Site = { account: string; chainId: string }

/** Params that end a request without a window, whoever asks; the others are sent with none. */
const paramsOf = ({ account: from, chainId }: Site): Record<string, unknown> => {
  const typedData = JSON.stringify({ ...mail, domain: { ...mail.domain, chainId: 1 } })
  return {
    wallet_sendCalls: [batch({ from, chainId, capabilities: { magic: {} } })],
    eth_sendTransaction: [{ from, to: from, data: '0x00' }],
    eth_signTypedData_v4: [from, typedData],
    eth_signTypedData_v3: [from, typedData],
    wallet_getCapabilities: [from, [chainId]],
    eth_getBalance: [from, 'latest'],
    wallet_getCallsStatus: ['0x1234'],
    wallet_showCallsStatus: ['0x1234'],
    web3_sha3: ['0x00'],
    // It takes none, and would answer with another id each time.
    eth_newBlockFilter: {},
  }
}

/** What would end the connection that the others are to be seen with. */
export const last = ['wallet_revokePermissions', [{ eth_accounts: {} }]] as const

/** One file per method, which carries its name. */
const methods = readdirSync('lib/site')
  .map((file) => basename(file, '.ts'))
  .filter((name) => name.includes('_') && name !== last[0])

/** All that a site may ask, and some that it may not; a new method is among them by itself. */
export const names = [...methods, ...nodeMethods, 'eth_sign', '__proto__', 'constructor']

/** Each method for one site's account, and again for the other's. */
export const requestsFor = (sites: Site[]) =>
  sites.flatMap((site, index) => {
    const params = paramsOf(site)
    const asked = index === 0 ? names : Object.keys(params)
    return asked.map((name) => [name, Object.hasOwn(params, name) ? params[name] : []] as const)
  })
