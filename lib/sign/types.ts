import { rpcError } from '../rpc/errors'
import { limits } from '../rpc/limit'

/** A field of a struct, as EIP-712 declares it. */
export type StructField = { name: string; type: string }

/** Throws -32602, naming a field of typed data and what it must be. */
export const refuse = (path: string, must: string): never => {
  throw rpcError('invalidParams', `${path.slice(0, 200)} ${must}`)
}

/** The most characters in the declaration of all types. */
const maxLength = 8_192

const isAtom = (type: string): boolean => {
  if (/^(address|bool|string|bytes([1-9]|[12]\d|3[0-2])?)$/.test(type)) return true
  const [, bits] = /^u?int(\d{0,3})$/.exec(type) ?? []
  if (bits === '') return true
  return bits !== undefined && !bits.startsWith('0') && Number(bits) <= 256 && +bits % 8 === 0
}

/**
 * True for printable ASCII without spaces, commas and brackets, so that a declaration can be read in only one
 * way.
 */
const isName = (name: unknown): name is string =>
  typeof name === 'string' && /^[!-'*+\--Z\\^-~]+$/.test(name) && name !== '__proto__'

/**
 * Returns the types that the domain and the message use. Throws -32602 naming the field that is not valid.
 */
export const readTypes = (
  given: Record<string, unknown>,
  primaryType: string,
  allowsArrays: boolean,
): Record<string, StructField[]> => {
  const kept: Record<string, StructField[]> = {}
  let length = 0

  const visit = (name: string, path: readonly string[]): void => {
    const at = `types.${name}`
    if (path.includes(name)) refuse(at, 'must not contain itself')
    if (Object.hasOwn(kept, name)) return
    if (path.length >= limits.depth) refuse(at, `nests deeper than ${limits.depth} levels`)
    // The encoder finds a nested struct by a name of letters, digits and _ only.
    if (!isName(name) || isAtom(name) || (path.length > 0 && !/^\w+$/.test(name)))
      refuse(at, 'must have a name of letters, digits and _ that is no type of Solidity')
    const fields = Object.hasOwn(given, name) ? given[name] : undefined
    if (!Array.isArray(fields)) return refuse(at, 'must be an array of fields')
    length += name.length
    const checked = fields.map((field: unknown, index) => readField(field, `${at}[${index}]`))
    kept[name] = checked
    for (const [index, { name: field }] of checked.entries())
      if (checked.findIndex((other) => other.name === field) < index)
        refuse(`${at}[${index}].name`, 'must be its only one')
    for (const { type } of checked) {
      const base = type.replace(/(\[\d*\])+$/, '')
      if (!isAtom(base)) visit(base, [...path, name])
    }
  }

  const readField = (field: unknown, at: string): StructField => {
    const { name, type } = (field ?? {}) as Partial<Record<'name' | 'type', unknown>>
    if (!isName(name)) return refuse(`${at}.name`, 'must be a name without spaces and brackets')
    if (typeof type !== 'string') return refuse(`${at}.type`, 'must be a string')
    if (!allowsArrays && type.endsWith(']')) refuse(`${at}.type`, 'needs eth_signTypedData_v4')
    length += name.length + type.length
    if (length > maxLength) refuse(at, `is beyond the ${maxLength} characters of types`)
    return { name, type }
  }

  if (primaryType === 'EIP712Domain') refuse('primaryType', 'must be that of a message')
  visit('EIP712Domain', [])
  visit(primaryType, [])
  const isWord = /^\w+$/.test(primaryType)
  if (!isWord && (kept[primaryType] ?? []).some(({ type }) => !isAtom(type.replace(/\[.*/, ''))))
    refuse('primaryType', 'must be a name of letters, digits and _ where it holds structs')
  return kept
}
