import type { AbiParameter } from 'viem'
import { bytesRegex, integerRegex } from 'viem/utils'
import { isObject } from './json'

/** True if a value of JSON has the shape of a parameter; its components are yet unread. */
export const isParameter = (value: unknown): value is AbiParameter =>
  isObject(value) && typeof value.type === 'string'

const componentsOf = (parameter: AbiParameter): unknown =>
  'components' in parameter ? parameter.components : undefined

/** Writes `uint` as `uint256`, which is what a selector is made of; in components, too. */
export const withWidths = (parameter: AbiParameter): AbiParameter => {
  const type = parameter.type.replace(/^(u?int)(?=\[|$)/, '$1256')
  const components = componentsOf(parameter)
  if (!Array.isArray(components)) return { ...parameter, type }
  const wide = components.map((one: unknown) => (isParameter(one) ? withWidths(one) : one))
  return { ...parameter, type, components: wide as AbiParameter[] }
}

const listed = /(\[([1-9]\d*)?\])*$/

/** Finds the first type that Solidity lacks or viem cannot encode: a selector can be made of any words. */
export const findUnfit = (parameter: AbiParameter): string | undefined => {
  const { type } = parameter
  const base = type.replace(listed, '')
  if (base === 'tuple') {
    const components = componentsOf(parameter)
    if (!Array.isArray(components) || !components.every(isParameter)) return type
    return components.map(findUnfit).find((unfit) => unfit !== undefined)
  }
  const isFit =
    integerRegex.test(base) || bytesRegex.test(base) || ['bool', 'string', 'address'].includes(base)
  return isFit ? undefined : base
}
