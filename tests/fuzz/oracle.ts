import { isWatch } from './assetRules'
import { signing } from './signingRules'
import {
  isAbsent,
  isAddress,
  isHex,
  isMine,
  isObject,
  only,
  own,
  type Json,
  type Situation,
} from './values'

const isRecipient = (value: unknown): boolean => isAddress(value) && !only('0', value.slice(2))

const isBytes = (value: unknown): boolean => isHex(value) && value.length % 2 === 0

const isQuantity = (value: unknown): boolean =>
  isHex(value) && value.length > 2 && value.length <= 66

const isChainId = (value: unknown): value is string =>
  isHex(value) &&
  only('0123456789abcdef', value.slice(2)) &&
  (value === '0x0' || (value.length > 2 && value[2] !== '0'))

/** True for a chain ID in a request to switch or add a network, which may have capital hex digits. */
const isAnyChainId = (value: unknown): value is string =>
  isHex(value) && isChainId(value.toLowerCase())

const isEmptyData = (value: unknown): boolean => isAbsent(value) || value === '0x'

/** True if every capability but `supported` is null or marked as optional (EIP-5792). */
const areOptional = (capabilities: Json, supported?: string): boolean =>
  Object.getOwnPropertyNames(capabilities).every((name) => {
    const value = own(capabilities, name)
    return (
      name === supported || value === null || (isObject(value) && own(value, 'optional') === true)
    )
  })

const isGas = (value: unknown): boolean =>
  isAbsent(value) ||
  (isObject(value) &&
    isQuantity(own(value, 'value')) &&
    BigInt(own(value, 'value') as string) > 0n &&
    BigInt(own(value, 'value') as string) <= 16_777_216n)

const isCall = (call: unknown, situation: Situation): boolean => {
  if (!isObject(call) || !isRecipient(own(call, 'to'))) return false
  const [value, data, capabilities] = ['value', 'data', 'capabilities'].map((name) =>
    own(call, name),
  )
  if (value !== undefined && !isQuantity(value)) return false
  if (data !== undefined && !isBytes(data)) return false
  if (isMine(own(call, 'to'), situation) && !isEmptyData(data)) return false
  if (capabilities === undefined) return true
  return (
    isObject(capabilities) &&
    isGas(own(capabilities, 'gasLimitOverride')) &&
    areOptional(capabilities, 'gasLimitOverride')
  )
}

const isId = (id: unknown): boolean =>
  isAbsent(id) || (typeof id === 'string' && id.length > 0 && id.length <= 8194)

const isSendCalls = (params: unknown, situation: Situation): boolean => {
  if (!Array.isArray(params) || params.length !== 1 || !isObject(params[0])) return false
  const field = (name: string) => own(params[0] as Json, name)
  const [calls, chainId, capabilities] = [field('calls'), field('chainId'), field('capabilities')]
  return (
    field('version') === '2.0.0' &&
    isId(field('id')) &&
    isMine(field('from'), situation) &&
    isChainId(chainId) &&
    Number(chainId) === situation.chainId &&
    typeof field('atomicRequired') === 'boolean' &&
    Array.isArray(calls) &&
    calls.length >= 1 &&
    calls.length <= 1000 &&
    calls.every((call) => isCall(call, situation)) &&
    (isAbsent(capabilities) || (isObject(capabilities) && areOptional(capabilities)))
  )
}

const isSendTransaction = (params: unknown, situation: Situation): boolean => {
  if (!Array.isArray(params) || !isObject(params[0])) return false
  const field = (name: string) => own(params[0] as Json, name)
  const [to, data, input, chainId] = ['to', 'data', 'input', 'chainId'].map(field)
  const type = field('type')
  return (
    isMine(field('from'), situation) &&
    (isAbsent(to) || isRecipient(to)) &&
    ['value', 'gas'].every((name) => isAbsent(field(name)) || isQuantity(field(name))) &&
    [data, input].every((one) => isAbsent(one) || isBytes(one)) &&
    (isAbsent(data) || isAbsent(input) || data === input) &&
    (isAbsent(chainId) || (isChainId(chainId) && Number(chainId) === situation.chainId)) &&
    (isAbsent(type) || (typeof type === 'string' && Number(type) !== 4)) &&
    isAbsent(field('authorizationList')) &&
    !(isMine(to, situation) && !(isEmptyData(data) && isEmptyData(input)))
  )
}

const isSwitch = (
  params: unknown,
  { isConnected, chains, chainId: selected }: Situation,
): boolean => {
  const chainId =
    Array.isArray(params) && params.length === 1 && isObject(params[0]) && own(params[0], 'chainId')
  return (
    isConnected &&
    isAnyChainId(chainId) &&
    chains.includes(Number(chainId)) &&
    Number(chainId) !== selected
  )
}

const isPlain = (value: unknown, most: number): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= most &&
  value.trim() === value &&
  !value.includes('  ') &&
  Array.from(value).every((letter) => letter >= ' ' && letter <= '~')

const isRpc = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= 2048 &&
  (/^(https|wss):\/\/[^/]/.test(value) ||
    /^(http|ws):\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/.test(value)) &&
  !value.includes('@')

/** Words that all networks share, and what is left of the names of those that the wallet has. */
const shared = ['main', 'mainnet', 'net', 'network', 'chain', 'one', 'smart']
const taken = [
  '',
  'local',
  'base',
  'base sepolia',
  'ethereum',
  'sepolia',
  'op',
  'arbitrum',
  'polygon',
  'bnb',
]

/** True if a plain name is that of no network of the wallet's own. */
const isFree = (name: string): boolean => {
  const words = name.toLowerCase().split(/[^a-z0-9]/)
  return !taken.includes(words.filter((word) => word && !shared.includes(word)).join(' '))
}

const isAdd = (params: unknown, situation: Situation): boolean => {
  if (!Array.isArray(params) || params.length !== 1 || !isObject(params[0])) return false
  const field = (name: string) => own(params[0] as Json, name)
  const [chainId, coin, rpcs] = [field('chainId'), field('nativeCurrency'), field('rpcUrls')]
  const [explorers, name] = [field('blockExplorerUrls'), field('chainName')]
  if (!isAnyChainId(chainId) || !isObject(coin) || !Array.isArray(rpcs)) return false
  const symbol = own(coin, 'symbol')
  const isKnown = situation.chains.includes(Number(chainId))
  return (
    Number(chainId) > 0 &&
    Number(chainId) < 2 ** 53 &&
    isPlain(name, 50) &&
    (isKnown || isFree(name)) &&
    typeof own(coin, 'name') === 'string' &&
    isPlain(symbol, 11) &&
    !symbol.includes(' ') &&
    own(coin, 'decimals') === 18 &&
    rpcs.length > 0 &&
    rpcs.length <= 10 &&
    rpcs.every(isRpc) &&
    (isAbsent(explorers) ||
      (Array.isArray(explorers) &&
        explorers.every((one) => typeof one === 'string' && one.startsWith('https://')))) &&
    !(isKnown && (!situation.isConnected || Number(chainId) === situation.chainId))
  )
}

const isOnlyAccounts = (params: unknown): boolean =>
  Array.isArray(params) &&
  params.length === 1 &&
  isObject(params[0]) &&
  Object.getOwnPropertyNames(params[0]).join() === 'eth_accounts' &&
  isObject(own(params[0], 'eth_accounts'))

const rules: Record<string, (params: unknown, situation: Situation) => boolean> = {
  eth_requestAccounts: (params, { isConnected, isUnlocked }) =>
    Array.isArray(params) && !(isConnected && isUnlocked),
  wallet_requestPermissions: isOnlyAccounts,
  wallet_switchEthereumChain: isSwitch,
  wallet_addEthereumChain: isAdd,
  wallet_watchAsset: isWatch,
  wallet_sendCalls: isSendCalls,
  ...signing,
  eth_sendTransaction: isSendTransaction,
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0

/**
 * True if a request, its params as JSON text, may open a window. It follows the documented rules and imports
 * nothing of the wallet, so that a mistake in a schema is not repeated here.
 */
export const mayAsk = (method: string, wire: string, situation: Situation): boolean => {
  if (!Object.hasOwn(rules, method) || Buffer.byteLength(wire) > 1024 * 1024) return false
  try {
    const params: unknown = JSON.parse(wire)
    return depthOf(params) <= 32 && (rules[method]?.(params, situation) ?? false)
  } catch {
    return false
  }
}
