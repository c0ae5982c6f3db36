import { hexToBytes, keccak256, toHex, type AbiParameter, type Hex } from 'viem'
import { selectorsOf } from '@/lib/decode/descriptors/path'
import type { FormatField, Format, Registry } from '@/lib/decode/descriptors/registry'
import type { Struct, Value } from '@/lib/sign/typedData'

/** Draws numbers that a seed repeats. */
export type Draw = (below: number) => number

export const drawFrom = (seed: number): Draw => {
  let state = seed
  return (below) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Every list has as many items, so that those beside each other have the same number. */
const items = 2

/** Bytes are longer than every slice that a descriptor takes. */
const longest = 384

const bytesOf = (draw: Draw, length: number): Hex => {
  const seed = toHex(draw(2 ** 31))
  const whole = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
    keccak256(toHex(`${seed} ${at}`)).slice(2),
  ).join('')
  return `0x${whole.slice(0, length * 2)}`
}

const atom = (type: string, draw: Draw): unknown => {
  if (type === 'bool') return draw(2) === 1
  if (type === 'string') return `word ${draw(1000)}`
  if (type === 'address') return bytesOf(draw, 20)
  if (type === 'bytes') return bytesOf(draw, longest)
  if (type.startsWith('bytes')) return bytesOf(draw, Number(type.slice(5)))
  return BigInt(draw(100))
}

/** A value that must be one of some; at a byte of it, or as a whole. */
type Choice = { keys: readonly string[]; byte: number | undefined }

/** The choices at the paths of a format, written without what stands in brackets. */
const choicesOf = (format: Format, names: Registry['names']) =>
  new Map(
    format.fields.flatMap(({ path = '', format: one }: FormatField) => {
      if (one.kind !== 'enum') return []
      const keys = Object.keys(names[one.names] ?? {})
      const [, byte] = /\[(\d*):\d+\]$/.exec(path) ?? []
      return [
        [bare(selectorsOf(path)), { keys, byte: byte === undefined ? undefined : +byte }] as const,
      ]
    }),
  )

const bare = (selectors: readonly string[]): string =>
  selectors.filter((selector) => !selector.startsWith('[')).join('.')

const chosen = (type: string, { keys, byte }: Choice, draw: Draw): unknown => {
  const key = keys[draw(keys.length)] ?? ''
  if (byte === undefined) return type === 'bool' ? key === 'True' : BigInt(key)
  if (type === 'uint256') return BigInt(key) << BigInt(248 - 8 * byte)
  const bytes = hexToBytes(bytesOf(draw, longest))
  bytes[byte] = Number(key)
  return toHex(bytes)
}

/** Values that fit parameters and the format that tells them; tuples as objects. */
export const fitting = (
  parameters: readonly AbiParameter[],
  format: Format,
  names: Registry['names'],
  draw: Draw,
): unknown[] => {
  const choices = choicesOf(format, names)
  const value = (parameter: AbiParameter, above: readonly string[]): unknown => {
    const path = [...above, parameter.name ?? '']
    const [, element, length] = /^(.*)\[(\d*)\]$/.exec(parameter.type) ?? []
    if (element !== undefined) {
      const item = { ...parameter, type: element }
      return Array.from({ length: length ? Number(length) : items }, () => value(item, above))
    }
    if ('components' in parameter) {
      const parts = parameter.components.map((part) => value(part, path))
      const names = parameter.components.map(({ name }) => name ?? '')
      return names.every((name) => name !== '')
        ? Object.fromEntries(names.map((name, at) => [name, parts[at]]))
        : parts
    }
    const choice = choices.get(bare(path))
    return choice ? chosen(parameter.type, choice, draw) : atom(parameter.type, draw)
  }
  return parameters.map((parameter) => value(parameter, []))
}

/** Values as typed data have them: integers in decimals. */
export const written = (value: unknown): Value => {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(written)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, written(part)]),
    ) satisfies Struct
  return value as string | boolean
}
