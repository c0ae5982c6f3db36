import {
  hexToBigInt,
  hexToString,
  isHex,
  numberToHex,
  stringToHex,
  type Address,
  type Hex,
} from 'viem'
import { isObject, parse } from '../json'
import type { WalletRequest } from '../walletRequest'
import type { Literal } from './literal'
import { readTypedData, type TypedDataAction } from './typedData'

export type SendCallsAction = {
  kind: 'sendCalls'
  account: Address
  chainId: number
  version: string
  id: string | undefined
  forceAtomic: boolean
  calls: { to: Address; value?: bigint; data?: Hex }[]
  capabilities: Literal
}

/** A request in the words that client libraries have for it; `request` if they have none. */
export type Action =
  | SendCallsAction
  | { kind: 'signMessage'; account: Address; message: string | { raw: Hex } }
  | TypedDataAction
  | { kind: 'switchChain'; chainId: number }
  | { kind: 'request'; method: string; params: Literal[] }

const isAccount = (value: unknown): value is Address =>
  typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)

const has = (value: object, names: string[]) =>
  Object.keys(value).every((name) => names.includes(name))

/** Reads a quantity that a library would write in these very digits. */
const quantity = (value: unknown) => {
  if (!isHex(value) || value === '0x') return undefined
  const number = hexToBigInt(value)
  return numberToHex(number) === value ? number : undefined
}

const readChainId = (value: unknown) => {
  const number = Number(quantity(value) ?? 0)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

const readCall = (call: unknown) => {
  if (!isObject(call) || !has(call, ['to', 'value', 'data']) || !isAccount(call.to)) return []
  const { to, value = '0x0', data } = call
  const wei = quantity(value)
  if (wei === undefined || !(data === undefined || isHex(data))) return []
  // viem leaves out a value of zero, which is what a call without one sends.
  return [{ to, ...(wei > 0n ? { value: wei } : {}), ...(data ? { data } : {}) }]
}

const readSendCalls = (params: unknown): SendCallsAction | undefined => {
  const fields = ['version', 'id', 'from', 'chainId', 'atomicRequired', 'calls', 'capabilities']
  if (!isObject(params) || !has(params, fields)) return undefined
  const { version, id, from, atomicRequired, capabilities } = params
  const chainId = readChainId(params.chainId)
  const given = Array.isArray(params.calls) ? (params.calls as unknown[]) : []
  const calls = given.flatMap(readCall)
  if (given.length === 0 || calls.length !== given.length || chainId === undefined) return undefined
  if (!isAccount(from) || typeof version !== 'string' || typeof atomicRequired !== 'boolean')
    return undefined
  if (!(id === undefined || typeof id === 'string')) return undefined
  if (!(capabilities === undefined || isObject(capabilities))) return undefined
  return {
    kind: 'sendCalls',
    account: from,
    chainId,
    version,
    id,
    forceAtomic: atomicRequired,
    calls,
    capabilities: capabilities as Literal,
  }
}

const readMessage = ([data, account]: unknown[]): Action | undefined => {
  if (!isHex(data) || !isAccount(account)) return undefined
  const text = hexToString(data)
  const isText = stringToHex(text) === data
  return { kind: 'signMessage', account, message: isText ? text : { raw: data } }
}

const readTyped = ([account, json]: unknown[]) => {
  const parsed = parse(typeof json === 'string' ? json : '')
  if (!isAccount(account) || !('value' in parsed)) return undefined
  return readTypedData(account, parsed.value)
}

const readSwitch = ([params]: unknown[]): Action | undefined => {
  const chainId = isObject(params) && has(params, ['chainId']) && readChainId(params.chainId)
  return chainId ? { kind: 'switchChain', chainId } : undefined
}

const readers: Record<string, { count: number; read: (params: unknown[]) => Action | undefined }> =
  {
    wallet_sendCalls: { count: 1, read: ([params]) => readSendCalls(params) },
    personal_sign: { count: 2, read: readMessage },
    eth_signTypedData_v4: { count: 2, read: readTyped },
    wallet_switchEthereumChain: { count: 1, read: readSwitch },
  }

/** Finds what a request does; one that a library would send in other words stays a plain request. */
export const readAction = ({ method, params }: WalletRequest): Action => {
  const reader = readers[method]
  const action = reader?.count === params.length ? reader.read(params) : undefined
  return action ?? { kind: 'request', method, params: params as Literal[] }
}
