import { keccak256, stringToHex, type Hex } from 'viem'
import type { Struct, TypedData, Value } from './typedData'

type Types = TypedData['types']

/** Returns the type as EIP-712 encodes it: its own fields, then the structs in it, sorted by name. */
export const encodeType = (types: Types, primaryType: string): string => {
  const found = new Set([primaryType])
  // A loop over a Set also visits the types that are added while it runs.
  for (const name of found)
    for (const { type } of types[name] ?? []) {
      const base = type.replace(/\[.*/, '')
      if (Object.hasOwn(types, base)) found.add(base)
    }
  const [first, ...rest] = found
  return [first, ...rest.sort()]
    .map((name = '') => {
      const fields = types[name] ?? []
      return `${name}(${fields.map((field) => `${field.type} ${field.name}`).join()})`
    })
    .join('')
}

const word = (value: bigint): string => BigInt.asUintN(256, value).toString(16).padStart(64, '0')

const digits = (hex: string): string => hex.slice(2)

/**
 * Returns the hash that is signed for typed data (EIP-712). Each type and each equal content is hashed once: a
 * list of 10,000 structs would otherwise build and hash the text of its type 10,000 times.
 */
export const hashTypedData = ({ types, primaryType, domain, message }: TypedData): Hex => {
  const hashes = new Map<string, string>()
  const once = (key: string, bytes: () => Hex): string => {
    const known = hashes.get(key) ?? digits(keccak256(bytes()))
    hashes.set(key, known)
    return known
  }
  const hash = (content: string): string => once(content, () => `0x${content}`)
  // No content in hex digits is a name with a colon.
  const typeHash = (type: string): string =>
    once(`:${type}`, () => stringToHex(encodeType(types, type)))

  const hashStruct = (type: string, struct: Struct): string => {
    const fields = (types[type] ?? []).map((field) => encode(field.type, struct[field.name]))
    return hash(typeHash(type) + fields.join(''))
  }

  const encode = (type: string, value: Value | undefined): string => {
    if (value === undefined) throw new Error('a value is missing')
    if (Array.isArray(value)) {
      const inner = type.slice(0, type.lastIndexOf('['))
      return hash(value.map((item) => encode(inner, item)).join(''))
    }
    if (typeof value === 'object') return hashStruct(type, value)
    if (typeof value === 'boolean') return word(BigInt(value))
    if (type === 'string') return hash(digits(stringToHex(value)))
    if (type === 'bytes') return hash(digits(value))
    // Bytes of a fixed length stand left in their word, numbers and addresses right.
    return type.startsWith('bytes') ? digits(value).padEnd(64, '0') : word(BigInt(value))
  }

  const domainHash = hashStruct('EIP712Domain', domain)
  return keccak256(`0x1901${domainHash}${hashStruct(primaryType, message)}`)
}
