import { getAddress, isAddress, isHex, type Address, type Hex } from 'viem'
import type { Struct, Value } from '../../sign/typedData'

const wrong = (name: string): never => {
  throw new Error(`${name} does not fit its type`)
}

/** Values of a struct by name and kind. Throws for a value that is missing or of another kind. */
export type Fields = {
  address: (name: string) => Address
  number: (name: string) => bigint
  flag: (name: string) => boolean
  text: (name: string) => string
  bytes: (name: string) => Hex
  struct: (name: string) => Fields
  list: (name: string) => Fields[]
  /** The value as it stands. */
  value: (name: string) => Value
}

const isStruct = (value: Value | undefined): value is Struct =>
  typeof value === 'object' && !Array.isArray(value)

/** Returns access to the values of a struct. */
export const fieldsOf = (struct: Struct): Fields => {
  const value = (name: string): Value =>
    Object.hasOwn(struct, name) ? (struct[name] ?? wrong(name)) : wrong(name)
  const text = (name: string): string => {
    const found = value(name)
    return typeof found === 'string' ? found : wrong(name)
  }
  return {
    value,
    text,
    address: (name) => (isAddress(text(name)) ? getAddress(text(name)) : wrong(name)),
    number: (name) => (/^-?\d+$/.test(text(name)) ? BigInt(text(name)) : wrong(name)),
    bytes: (name) => {
      const found = text(name)
      return isHex(found) ? found : wrong(name)
    },
    flag: (name) => {
      const found = value(name)
      return typeof found === 'boolean' ? found : wrong(name)
    },
    struct: (name) => {
      const found = value(name)
      return isStruct(found) ? fieldsOf(found) : wrong(name)
    },
    list: (name) => {
      const found = value(name)
      if (!Array.isArray(found)) return wrong(name)
      return found.map((item) => (isStruct(item) ? fieldsOf(item) : wrong(name)))
    },
  }
}
