import { numberToHex, size, slice, type AbiParameter, type Hex } from 'viem'

/** A value with its type, as it stands in the data. */
export type Located = { parameter: AbiParameter; value: unknown }

/** Thrown where a descriptor does not fit the data, and caught by `describe`. */
export const misfit = (why: string): never => {
  throw new Error(`the descriptor does not fit: ${why}`)
}

/** viem gives integers of 48 bits and less as numbers. */
const located = (parameter: AbiParameter, value: unknown): Located => ({
  parameter,
  value: typeof value === 'number' ? BigInt(value) : value,
})

const elementOf = (parameter: AbiParameter): AbiParameter | undefined => {
  const [, type] = /^(.*)\[\d*\]$/.exec(parameter.type) ?? []
  return type === undefined ? undefined : { ...parameter, type }
}

/** The items of a list, in order. */
export const listItems = ({ parameter, value }: Located): Located[] => {
  const element = elementOf(parameter)
  if (!element || !Array.isArray(value)) return misfit('a list is expected')
  return value.map((item: unknown) => located(element, item))
}

/** The fields of a tuple, in order; viem gives a tuple as an object, or as a list if a name is missing. */
export const tupleFields = ({ parameter, value }: Located): Located[] => {
  if (!('components' in parameter) || parameter.type !== 'tuple') return []
  return parameter.components.map((part, at) =>
    located(
      part,
      Array.isArray(value)
        ? (value as unknown[])[at]
        : (value as Record<string, unknown>)[part.name ?? ''],
    ),
  )
}

/** The bytes of a value that is none itself: a number has as many as its type says. */
const bytesOf = ({ parameter: { type }, value }: Located): Hex => {
  if (typeof value === 'bigint') {
    const bits = Number(/\d+$/.exec(type)?.[0] ?? 256)
    return numberToHex(value, { size: bits / 8, signed: type.startsWith('int') })
  }
  if (typeof value === 'string' && /^(bytes\d*|address)$/.test(type)) return value as Hex
  return misfit('bytes are expected')
}

/** Bounds of a slice, negative ones counted from the end. Throws for those beyond what is there. */
const bounds = (from: string, to: string, length: number): [number, number] => {
  const at = (text: string, none: number) => {
    const given = text === '' ? none : Number(text)
    const place = given < 0 ? length + given : given
    return place >= 0 && place <= length ? place : misfit(`${text} is beyond the value`)
  }
  const start = at(from, 0)
  const end = at(to, length)
  return start < end ? [start, end] : misfit('a slice is empty')
}

const sliced = (whole: Located, from: string, to: string): Located[] => {
  if (elementOf(whole.parameter)) {
    const items = listItems(whole)
    return items.slice(...bounds(from, to, items.length))
  }
  const bytes = bytesOf(whole)
  return [{ parameter: { type: 'bytes' }, value: slice(bytes, ...bounds(from, to, size(bytes))) }]
}

const step = (from: Located, selector: string): Located[] => {
  const [, index] = /^\[(-?\d+)\]$/.exec(selector) ?? []
  const [, first, last] = /^\[(-?\d*):(-?\d*)\]$/.exec(selector) ?? []
  if (selector === '[]') return listItems(from)
  if (first !== undefined && last !== undefined) return sliced(from, first, last)
  if (index !== undefined) {
    const item = listItems(from).at(Number(index))
    return item ? [item] : misfit(`${selector} is beyond the list`)
  }
  const part = tupleFields(from).find(({ parameter }) => parameter.name === selector)
  return part?.value !== undefined ? [part] : misfit(`${selector} is missing`)
}

/** Splits a path of ERC-7730 into its selectors, `a.[].b` and `a[].b` alike. */
export const selectorsOf = (path: string): string[] =>
  path
    .replace(/([^.])\[/g, '$1.[')
    .split('.')
    .filter((selector) => selector !== '' && selector !== '#')

/** All values at a path: one, or with `[]` and slices of lists any number. Throws where it leads nowhere. */
export const valuesAt = (root: Located, path: string): Located[] =>
  selectorsOf(path).reduce<Located[]>(
    (found, selector) => found.flatMap((one) => step(one, selector)),
    [root],
  )
