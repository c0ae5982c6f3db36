import { readTypes, refuse, type StructField } from './types'

/** A value in the form in which it is hashed: integers in decimals, addresses and bytes in lower-case hex. */
export type Value = string | boolean | Value[] | Struct
export type Struct = { [name: string]: Value }

/** EIP-712 typed data without fields that are not signed; `types` includes `EIP712Domain`. */
export type TypedData = {
  types: Record<string, StructField[]>
  primaryType: string
  domain: Struct
  message: Struct
}

/** The most values in typed data: each struct among them hashes its type again. */
const maxValues = 10_000

/**
 * Returns a JSON object. Throws -32602 for anything else, and for a key `__proto__`, which would change the
 * prototype of a copy.
 */
const asObject = (value: unknown, path: string): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(path, 'must be an object')
  if (Object.hasOwn(value, '__proto__')) refuse(`${path}.__proto__`, 'must not be there')
  return value as Record<string, unknown>
}

/**
 * Rebuilds typed data field by field from their types, without any other field. Throws -32602 naming the
 * field that does not fit. `allowsArrays` is false for version 3.
 */
export const readTypedData = (data: unknown, allowsArrays: boolean): TypedData => {
  const given = asObject(data, 'typed data')
  const { primaryType } = given
  if (typeof primaryType !== 'string') return refuse('primaryType', 'must be a string')
  const types = readTypes(asObject(given.types, 'types'), primaryType, allowsArrays)
  let count = 0

  const readStruct = (type: string, value: unknown, path: string): Struct => {
    const from = asObject(value, path)
    const kept: Struct = {}
    for (const { name, type: inner } of types[type] ?? []) {
      const at = `${path}.${name}`
      if (!Object.hasOwn(from, name)) refuse(at, 'is missing')
      kept[name] = readValue(inner, from[name], at)
    }
    return kept
  }

  const readValue = (type: string, value: unknown, path: string): Value => {
    if (++count > maxValues) refuse(path, `is beyond the ${maxValues} values`)
    const [, inner, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? []
    if (inner === undefined)
      return Object.hasOwn(types, type)
        ? readStruct(type, value, path)
        : readAtom(type, value, path)
    if (!Array.isArray(value)) return refuse(path, 'must be an array')
    if (length && value.length !== Number(length)) refuse(path, `must hold ${length} values`)
    return value.map((item, index) => readValue(inner, item, `${path}[${index}]`))
  }

  return {
    types,
    primaryType,
    domain: readStruct('EIP712Domain', given.domain, 'domain'),
    message: readStruct(primaryType, given.message, 'message'),
  }
}

const readAtom = (type: string, value: unknown, path: string): Value => {
  if (type === 'string') return typeof value === 'string' ? value : refuse(path, 'must be a string')
  if (type === 'bool') return typeof value === 'boolean' ? value : refuse(path, 'must be a boolean')
  if (type.includes('int')) return readInteger(type, value, path)
  const bytes = type === 'address' ? 20 : Number(type.slice('bytes'.length))
  const isHex = typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)
  if (!isHex || (type !== 'bytes' && value.length !== 2 + 2 * bytes))
    return refuse(path, `must be ${type === 'bytes' ? '' : `${bytes} `}bytes of hex`)
  return value.toLowerCase()
}

const readInteger = (type: string, value: unknown, path: string): string => {
  const text = Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || !/^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text))
    return refuse(path, 'must be an integer: a number, decimals or hex')
  const number = BigInt(text)
  const bits = BigInt(/\d+$/.exec(type)?.[0] ?? 256)
  const isUnsigned = type.startsWith('u')
  const end = 2n ** (isUnsigned ? bits : bits - 1n)
  if (number >= end || number < (isUnsigned ? 0n : -end)) refuse(path, `must fit ${type}`)
  return String(number)
}
