import type { AbiFunction, AbiParameter } from 'viem'

/** Splits a list at its commas, those within brackets left out. */
const parted = (list: string): string[] => {
  let depth = 0
  const parts = ['']
  for (const sign of list) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return list ? parts : []
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
 * which the build writes in place of ABIs (`scripts/parseAbis.ts`), as it is shorter.
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
