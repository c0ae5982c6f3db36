import type { AbiFunction, AbiParameter } from 'viem'

/** Splits a list at its commas, those within brackets left out. */
const parted = (list: string): string[] => {
  let [depth, start] = [0, 0]
  const parts: string[] = []
  for (let at = 0; at <= list.length; at++) {
    const sign = list[at] ?? ','
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign !== ',' || depth > 0) continue
    if (at > start) parts.push(list.slice(start, at))
    start = at + 1
  }
  return parts
}

const parameterOf = (text: string): AbiParameter => {
  const [, inner, type = '', name] = /^(?:\((.*)\))?(\S*) ?(\w*)$/.exec(text) ?? []
  const named = name ? { name } : {}
  return inner === undefined
    ? { type, ...named }
    : { type: `tuple${type as '' | '[]'}`, components: parted(inner).map(parameterOf), ...named }
}

/**
 * Returns the functions of a text such as `transfer(address to,uint256 amount);burn((address of,uint256 id)[])`,
 * which the build writes in place of ABIs (`scripts/plugins/parseAbis.ts`), as it is shorter.
 */
export const abiOf = (text: string): AbiFunction[] =>
  text.split(';').map((item) => {
    const [, name = '', list = ''] = /^(\w+)\((.*)\)$/.exec(item) ?? []
    return {
      type: 'function',
      name,
      inputs: parted(list).map(parameterOf),
      outputs: [],
      stateMutability: 'nonpayable',
    }
  })
