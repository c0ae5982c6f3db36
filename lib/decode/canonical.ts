import type { AbiParameter, Hex } from 'viem'

const none: AbiParameter = { type: 'tuple', components: [] }

/** Thrown and caught only in `isLaidOut`. */
const strays = new Error('not laid out as the encoder does')

const elementOf = (
  parameter: AbiParameter,
): { element: AbiParameter; length: number | null } | null => {
  const [, type, length] = /^(.*)\[(\d*)\]$/.exec(parameter.type) ?? []
  if (type === undefined) return null
  return { element: { ...parameter, type }, length: length ? Number(length) : null }
}

const partsOf = (parameter: AbiParameter): readonly AbiParameter[] =>
  'components' in parameter ? parameter.components : []

const isDynamic = (parameter: AbiParameter): boolean => {
  const list = elementOf(parameter)
  if (list) return list.length === null || isDynamic(list.element)
  if (parameter.type === 'tuple') return partsOf(parameter).some(isDynamic)
  return parameter.type === 'bytes' || parameter.type === 'string'
}

/** Returns how many bytes a parameter takes in the head of its tuple. */
const headOf = (parameter: AbiParameter): number => {
  if (isDynamic(parameter)) return 32
  const list = elementOf(parameter)
  if (list) return (list.length ?? 0) * headOf(list.element)
  if (parameter.type === 'tuple')
    return partsOf(parameter).reduce((sum, part) => sum + headOf(part), 0)
  return 32
}

/**
 * True if data have the layout of an ABI encoder: each tail starts where the one before it ends, with nothing
 * between or after them. Must be checked before decoding: with many offsets to one place, a decoder would
 * write gigabytes. Runs in time linear in the length of the data.
 */
export const isLaidOut = (parameters: readonly AbiParameter[], data: Hex): boolean => {
  const size = (data.length - 2) / 2

  const numberAt = (at: number): number => {
    const word = data.slice(2 + 2 * at, 66 + 2 * at)
    if (word.length < 64 || !word.startsWith('0'.repeat(54))) throw strays
    return parseInt(word.slice(54), 16)
  }

  const walk = (
    count: number,
    at: (index: number) => AbiParameter | undefined,
    base: number,
  ): number => {
    let head = base
    let tail = base
    for (let index = 0; index < count; index++) tail += headOf(at(index) ?? none)
    if (tail > size) throw strays
    for (let index = 0; index < count; index++) {
      const parameter = at(index) ?? none
      if (isDynamic(parameter)) {
        if (base + numberAt(head) !== tail) throw strays
        tail = tailOf(parameter, tail)
      }
      head += headOf(parameter)
    }
    return tail
  }

  const walkAll = (parts: readonly AbiParameter[], base: number): number =>
    walk(parts.length, (index) => parts[index], base)

  const tailOf = (parameter: AbiParameter, start: number): number => {
    const list = elementOf(parameter)
    if (!list && parameter.type === 'tuple') return walkAll(partsOf(parameter), start)
    const isFixed = list !== null && list.length !== null
    const length = isFixed ? (list.length ?? 0) : numberAt(start)
    const first = isFixed ? start : start + 32
    // An element of a list takes at least a byte: a longer list cannot fit.
    if (length > size) throw strays
    if (list) return walk(length, () => list.element, first)
    const end = first + Math.ceil(length / 32) * 32
    if (end > size) throw strays
    return end
  }

  try {
    return walkAll(parameters, 0) === size
  } catch (error) {
    if (error !== strays) throw error
    return false
  }
}
