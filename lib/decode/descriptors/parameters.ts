import type { AbiParameter } from 'viem'
import type { TypedData } from '@/lib/sign/typedData'

/** Splits `a,(b,c) d,e` at the commas that stand in no bracket. */
const split = (text: string): string[] => {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const char = text[at]
    if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === undefined || (char === ',' && depth === 0)) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  return parts.filter((part) => part !== '')
}

const parameterOf = (text: string): AbiParameter => {
  const end = text.lastIndexOf(')')
  const [, suffix = '', name] = /^((?:\[\d*\])*)\s*(\w*)$/.exec(text.slice(end + 1)) ?? []
  if (end >= 0)
    return {
      name: name ?? '',
      type: `tuple${suffix}`,
      components: split(text.slice(text.indexOf('(') + 1, end)).map(parameterOf),
    }
  const [, type = '', own = ''] = /^(\S+)\s*(\w*)$/.exec(text) ?? []
  return { name: own, type: type.replace(/^(u?int)(?=\[|$)/, '$1256') }
}

/** Reads a function as descriptors write it, `name(type name,(type name) name)`. */
export const parametersOf = (signature: string): readonly AbiParameter[] =>
  split(signature.slice(signature.indexOf('(') + 1, signature.lastIndexOf(')'))).map(parameterOf)

/** The fields of a struct of typed data as parameters, structs within it as tuples. */
export const structParameters = (
  types: TypedData['types'],
  struct: string,
): readonly AbiParameter[] =>
  (types[struct] ?? []).map(({ name, type }) => {
    const [, base = '', suffix = ''] = /^([^[]*)(.*)$/.exec(type) ?? []
    return Object.hasOwn(types, base)
      ? { name, type: `tuple${suffix}`, components: structParameters(types, base) }
      : { name, type }
  })
