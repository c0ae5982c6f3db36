import { isAddress, isMine, isObject, own, type Json, type Situation } from './values'

type Rule = (params: unknown, situation: Situation) => boolean

/**
 * Returns the content to sign: the param beside the account. The account stands at `at`, or at the other
 * place if no address stands there. Undefined if it is not one of the site's accounts.
 */
const contentFor = (params: unknown, at: 0 | 1, situation: Situation): unknown => {
  if (!Array.isArray(params)) return undefined
  const place = isAddress(params[at]) ? at : 1 - at
  return isMine(params[place], situation) ? (params[1 - place] as unknown) : undefined
}

const isMessage: Rule = (params, situation) => typeof contentFor(params, 1, situation) === 'string'

const declares = (types: Json, name: unknown, field: string): boolean => {
  const fields = typeof name === 'string' ? own(types, name) : undefined
  return Array.isArray(fields) && fields.some((one) => isObject(one) && own(one, 'name') === field)
}

/**
 * True if typed data (EIP-712) may open a window: its main types are there, its chain is the site's, and it
 * is no order to an executor. Not every rule of the wallet is repeated here.
 */
const isTypedData: Rule = (params, situation) => {
  const content = contentFor(params, 0, situation)
  const data: unknown = typeof content === 'string' ? JSON.parse(content) : content
  if (!isObject(data)) return false
  const [types, domain, primaryType] = ['types', 'domain', 'primaryType'].map((name) =>
    own(data, name),
  )
  if (!isObject(types) || !isObject(domain) || typeof primaryType !== 'string') return false
  if (!Array.isArray(own(types, 'EIP712Domain')) || !Array.isArray(own(types, primaryType)))
    return false
  const [chainId, verifier] = [own(domain, 'chainId'), own(domain, 'verifyingContract')]
  const isBound = declares(types, 'EIP712Domain', 'chainId')
  return (
    isObject(own(data, 'message')) &&
    (!isBound || Number(chainId) === situation.chainId) &&
    !(declares(types, 'EIP712Domain', 'verifyingContract') && isMine(verifier, situation)) &&
    !['PackedUserOperation', 'UserOperation', 'Delegation'].includes(primaryType)
  )
}

/** Rules for requests for a signature: true if they may open a window. */
export const signing: Record<string, Rule> = {
  personal_sign: isMessage,
  eth_signTypedData_v4: isTypedData,
  eth_signTypedData_v3: isTypedData,
}
