import {
  decodeAbiParameters,
  encodeAbiParameters,
  numberToHex,
  type AbiParameter,
  type Hex,
} from 'viem'
import { isLaidOut } from './canonical'
import type { Argument } from './reading'

const argument = (parameter: AbiParameter, value: unknown, index: number): Argument => {
  const name = parameter.name ?? String(index + 1)
  const [, element] = /^(.*)\[\d*\]$/.exec(parameter.type) ?? []
  if (element !== undefined) {
    const items = (value as unknown[]).map((item, at) =>
      argument({ ...parameter, type: element, name: String(at + 1) }, item, at),
    )
    return { name, type: parameter.type, value: items }
  }
  if ('components' in parameter) {
    const fields = value as Record<string, unknown>
    const parts = parameter.components.map((part, at) =>
      argument(part, fields[part.name ?? at], at),
    )
    return { name, type: parameter.type, value: parts }
  }
  return { name, type: parameter.type, value: String(value) }
}

/** How many hex digits of its word a value can use, counted from the right; NaN where more than one word tells. */
const digitsOf = ({ type }: AbiParameter): number =>
  type === 'address' ? 40 : Number(/^uint(\d+)$/.exec(type)?.[1]) / 4

/** Decodes values if encoding them again gives exactly the same bytes. */
const exactValues = (
  parameters: readonly AbiParameter[],
  data: Hex,
): readonly unknown[] | undefined => {
  if (parameters.length === 0) return data === '0x' ? [] : undefined
  if (!isLaidOut(parameters, data)) return undefined
  try {
    const values: readonly unknown[] = decodeAbiParameters(parameters, data)
    const digits = parameters.map(digitsOf)
    // Zeros before a number tell as much as encoding it again, which takes as long as decoding.
    const isExact = digits.includes(NaN)
      ? // `never`: viem derives value types from ABI literals, not from types known only at run time.
        encodeAbiParameters(parameters, values as never) === data
      : digits.every((count, at) => /^0*$/.test(data.slice(2 + 64 * at, 66 + 64 * at - count)))
    return isExact ? values : undefined
  } catch {
    // The decoder throws on an invalid boolean or text.
    return undefined
  }
}

/** An address as the number that it is encoded as: viem hashes each address to write its checksum. */
const asNumber = (parameter: AbiParameter): AbiParameter =>
  'components' in parameter
    ? { ...parameter, components: parameter.components.map(asNumber) }
    : { ...parameter, type: parameter.type.replace(/^address/, 'uint160') }

const withAddresses = (parameter: AbiParameter, value: unknown): unknown => {
  const [, type] = /^(.*)\[\d*\]$/.exec(parameter.type) ?? []
  if (type !== undefined)
    return (value as unknown[]).map((item) => withAddresses({ ...parameter, type }, item))
  if ('components' in parameter) {
    const { components } = parameter
    if (Array.isArray(value))
      return value.map((part, at) => withAddresses(components[at] ?? parameter, part))
    const parts = value as Record<string, unknown>
    return Object.fromEntries(
      components.map((part) => [part.name, withAddresses(part, parts[part.name ?? ''])]),
    )
  }
  return parameter.type === 'address' ? numberToHex(value as bigint, { size: 20 }) : value
}

/** Decodes values as `readArguments` does, three times as fast: addresses are in lower case. */
export const readValues = (
  parameters: readonly AbiParameter[],
  data: Hex,
): readonly unknown[] | undefined =>
  exactValues(parameters.map(asNumber), data)?.map((value, at) =>
    withAddresses(parameters[at] ?? { type: 'tuple' }, value),
  )

/**
 * Decodes arguments if encoding them again gives exactly the same bytes; `data` must be in lower case.
 * Undefined otherwise: another encoding may hide its real meaning.
 */
export const readArguments = (
  parameters: readonly AbiParameter[],
  data: Hex,
): { values: readonly unknown[]; args: readonly Argument[] } | undefined => {
  const values = exactValues(parameters, data)
  if (!values) return undefined
  const args = parameters.map((parameter, index) => argument(parameter, values[index], index))
  return { values, args }
}
