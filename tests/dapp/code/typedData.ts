import { hashTypedData, type Address, type TypedDataDefinition } from 'viem'
import { isObject } from '../json'
import type { Literal } from './literal'

type Field = { name: string; type: string }
type Types = Record<string, Field[]>

/** Typed data to sign; its numbers have the types that TypeScript asks for. */
export type TypedDataAction = {
  kind: 'signTypedData'
  account: Address
  domain: Literal
  types: Types
  primaryType: string
  message: Literal
}

const isTypes = (value: unknown): value is Types =>
  isObject(value) &&
  Object.values(value).every(
    (fields) =>
      Array.isArray(fields) &&
      fields.every(
        (field) =>
          isObject(field) && typeof field.name === 'string' && typeof field.type === 'string',
      ),
  )

/** Integers of up to 48 bits are numbers in TypeScript, wider ones bigints. */
const integer = (bits: number, value: unknown) =>
  bits <= 48 ? Number(value) : BigInt(value as string)

const typed = (types: Types, type: string, value: unknown): Literal => {
  const [, item] = /^(.*)\[\d*\]$/.exec(type) ?? []
  if (item && Array.isArray(value)) return value.map((one) => typed(types, item, one))
  const [, bits] = /^u?int(\d*)$/.exec(type) ?? []
  if (bits !== undefined) return integer(Number(bits || 256), value)
  const fields = types[type]
  if (!fields || !isObject(value)) return value as Literal
  return Object.fromEntries(fields.map(({ name, type }) => [name, typed(types, type, value[name])]))
}

const hashOf = (value: object) => hashTypedData(value as TypedDataDefinition)

/** Reads typed data; undefined if it is none, or none that a library would hash alike. */
export const readTypedData = (account: Address, value: unknown): TypedDataAction | undefined => {
  if (!isObject(value) || !isTypes(value.types) || !isObject(value.message)) return undefined
  const { domain, primaryType, message } = value
  if (!isObject(domain) || typeof primaryType !== 'string' || !value.types[primaryType])
    return undefined
  const types = Object.fromEntries(
    Object.entries(value.types).filter(([name]) => name !== 'EIP712Domain'),
  )
  try {
    const read = { domain, types, primaryType, message: typed(types, primaryType, message) }
    const isSame = hashOf(value) === hashOf(read)
    return isSame
      ? { kind: 'signTypedData', account, ...read, domain: domain as Literal }
      : undefined
  } catch {
    return undefined
  }
}
