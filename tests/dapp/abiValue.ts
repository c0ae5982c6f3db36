import { isAddress, isHex, size, type AbiParameter } from 'viem'
import { isObject, parse } from './json'

/** Input that cannot be encoded; its message names the field and what to write there. */
export class Unfit extends Error {}

const refuse = (field: string, remedy: string): never => {
  throw new Unfit(`${field}: ${remedy}`)
}

const readInteger = (field: string, type: string, value: unknown) => {
  const text = typeof value === 'number' ? String(value) : value
  const isInteger = typeof text === 'string' && /^(-?\d+|0x[\da-f]+)$/i.test(text)
  if (!isInteger || (typeof value === 'number' && !Number.isSafeInteger(value)))
    return refuse(field, `write a whole number without separators, such as 1000000 (${type}).`)
  const number = BigInt(text)
  const bits = BigInt(type.replace(/^u?int/, ''))
  const [least, most] = type.startsWith('u')
    ? [0n, 2n ** bits - 1n]
    : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n]
  if (number >= least && number <= most) return number
  return refuse(field, `write a number from ${least} to ${most} (${type}).`)
}

const readBytes = (field: string, type: string, value: unknown) => {
  const length = Number(type.slice('bytes'.length))
  const example = length ? `0x and ${length * 2} hex digits` : '0x and pairs of hex digits'
  const isWhole = typeof value === 'string' && isHex(value) && value.length % 2 === 0
  return isWhole && (!length || size(value) === length)
    ? value
    : refuse(field, `write ${example} (${type}).`)
}

const readList = (field: string, parameter: AbiParameter, length: string, value: unknown) => {
  const items = fromText(value)
  const count = length ? `${length} values` : 'values'
  if (!Array.isArray(items) || (length && items.length !== Number(length)))
    return refuse(field, `write a JSON list of ${count}, such as ["1", "2"] (${parameter.type}).`)
  const type = parameter.type.replace(/\[\d*\]$/, '')
  return items.map((item, index): unknown =>
    readValue(`${field}[${index}]`, { ...parameter, type }, item),
  )
}

const readTuple = (field: string, components: readonly AbiParameter[], value: unknown) => {
  const fields = fromText(value)
  const names = components.map(({ name }, index) =>
    name === undefined || name === '' ? String(index) : name,
  )
  const at = Array.isArray(fields) ? Object.fromEntries(fields.entries()) : fields
  if (!isObject(at))
    return refuse(field, `write a JSON object with the fields ${names.join(', ')}.`)
  const values = components.map((component, index): [string, unknown] => {
    const name = names[index] ?? ''
    return [
      name,
      readValue(`${field}.${name}`, component, at[Array.isArray(fields) ? index : name]),
    ]
  })
  // A tuple with an unnamed field has no names to go by.
  return components.every(({ name }) => name)
    ? Object.fromEntries(values)
    : values.map(([, one]) => one)
}

const fromText = (value: unknown) => {
  if (typeof value !== 'string') return value
  const parsed = parse(value)
  return 'value' in parsed ? parsed.value : undefined
}

/** Reads a parameter of a fit type as viem encodes it, from the text of a field or from JSON. Throws `Unfit`. */
export const readValue = (field: string, parameter: AbiParameter, value: unknown): unknown => {
  const { type } = parameter
  const [, length] = /\[(\d*)\]$/.exec(type) ?? []
  if (length !== undefined) return readList(field, parameter, length, value)
  const given: unknown = typeof value === 'string' && type !== 'string' ? value.trim() : value
  if (type === 'tuple' && 'components' in parameter)
    return readTuple(field, parameter.components, given)
  if (/^u?int/.test(type)) return readInteger(field, type, given)
  if (type.startsWith('bytes')) return readBytes(field, type, given)
  if (type === 'bool')
    return ['true', true].includes(given as string)
      ? true
      : ['false', false].includes(given as string)
        ? false
        : refuse(field, 'write true or false.')
  if (type === 'string') return typeof given === 'string' ? given : refuse(field, 'write a text.')
  if (typeof given === 'string' && isAddress(given)) return given
  return refuse(
    field,
    typeof given === 'string' && isAddress(given, { strict: false })
      ? 'the address has a wrong checksum; copy it again.'
      : 'write an address, 0x and 40 hex digits.',
  )
}
