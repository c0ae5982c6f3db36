import { decodeAbiParameters, encodeAbiParameters, type AbiParameter, type Hex } from 'viem'
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

/**
 * Decodes arguments if encoding them again gives exactly the same bytes; `data` must be in lower case.
 * Undefined otherwise: another encoding may hide its real meaning.
 */
export const readArguments = (
  parameters: readonly AbiParameter[],
  data: Hex,
): { values: readonly unknown[]; args: readonly Argument[] } | undefined => {
  if (parameters.length === 0) return data === '0x' ? { values: [], args: [] } : undefined
  if (!isLaidOut(parameters, data)) return undefined
  try {
    const values: readonly unknown[] = decodeAbiParameters(parameters, data)
    // `never`: viem derives value types from ABI literals, not from types known only at run time.
    if (encodeAbiParameters(parameters, values as never) !== data) return undefined
    const args = parameters.map((parameter, index) => argument(parameter, values[index], index))
    return { values, args }
  } catch {
    // The decoder throws on an invalid boolean or text.
    return undefined
  }
}
