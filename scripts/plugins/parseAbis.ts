import { join } from 'node:path'
import { parseAbi, type Abi, type AbiParameter } from 'viem'
import type { Plugin } from 'vite'

/** Subset of ESTree for calls of `parseAbi` and the constants in their arguments. */
type Node = {
  type: string
  start: number
  end: number
  callee?: Node
  name?: string
  arguments?: Node[]
  argument?: Node
  elements?: Node[]
  expressions?: Node[]
  quasis?: { value: { cooked: string } }[]
  value?: unknown
  id?: Node
  init?: Node | null
}

type Constants = ReadonlyMap<string, Node>

/** Returns the strings of an expression. Throws if they are not known at build time. */
const stringsOf = (node: Node | undefined, constants: Constants): string[] => {
  switch (node?.type) {
    case 'Literal':
      if (typeof node.value === 'string') return [node.value]
      break
    case 'Identifier':
      return stringsOf(constants.get(node.name ?? ''), constants)
    case 'SpreadElement':
      return stringsOf(node.argument, constants)
    case 'ArrayExpression':
      return (node.elements ?? []).flatMap((element) => stringsOf(element, constants))
    case 'TemplateLiteral': {
      const values = (node.expressions ?? []).map((value) => stringsOf(value, constants).join(''))
      return [
        (node.quasis ?? []).map(({ value }, at) => value.cooked + (values[at] ?? '')).join(''),
      ]
    }
  }
  throw new Error('parseAbi takes strings that are known while building')
}

const nodesIn = (value: unknown): Node[] => {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (typeof value !== 'object' || value === null) return []
  return ['type' in value ? [value as Node] : [], Object.values(value).flatMap(nodesIn)].flat()
}

/** Returns the values of all names that the code declares once: which one another name stands for is unknown. */
const constantsIn = (nodes: readonly Node[]): Constants => {
  const declared = nodes.flatMap(({ type, id, init }) =>
    type === 'VariableDeclarator' && id?.name ? [{ name: id.name, init }] : [],
  )
  const isOnly = (name: string) => declared.filter((other) => other.name === name).length === 1
  return new Map(
    declared.flatMap(({ name, init }) => (init && isOnly(name) ? [[name, init] as const] : [])),
  )
}

const textOf = (parameter: AbiParameter): string => {
  const { type, name } = parameter
  const inner = 'components' in parameter ? `(${parameter.components.map(textOf).join()})` : ''
  return [inner + (inner ? type.slice('tuple'.length) : type), ...(name ? [name] : [])].join(' ')
}

/**
 * Returns the text of an ABI for `abiOf`; undefined if it is more than functions that change state and return
 * nothing.
 */
const shortened = (abi: Abi): string | undefined => {
  const items = abi.flatMap((item) =>
    item.type === 'function' && item.outputs.length === 0 && item.stateMutability === 'nonpayable'
      ? [`${item.name}(${item.inputs.map(textOf).join()})`]
      : [],
  )
  return items.length === abi.length ? items.join(';') : undefined
}

const reader = join(import.meta.dirname, '../../lib/values/abiText.ts')

/**
 * Returns the code with each call of `parseAbi` replaced by the ABI, or by its text with a function that reads
 * it; `program` is its ESTree.
 */
export const withParsedAbis = (code: string, program: object): string => {
  const nodes = nodesIn(program)
  const constants = constantsIn(nodes)
  const replaced = nodes
    .filter(({ type, callee }) => type === 'CallExpression' && callee?.name === 'parseAbi')
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, arguments: given }) => {
      const abi: Abi = parseAbi(stringsOf(given?.[0], constants))
      const short = shortened(abi)
      const now = short === undefined ? JSON.stringify(abi) : `abiOf(${JSON.stringify(short)})`
      return text.slice(0, start) + now + text.slice(end)
    }, code)
  return replaced.includes('abiOf(')
    ? `import { abiOf } from ${JSON.stringify(reader)};${replaced}`
    : replaced
}

/**
 * Vite plugin that runs `parseAbi` at build time: the extension ships ABIs without the parser and spends no
 * time on parsing when the background starts.
 */
export const parseAbis = (): Plugin => ({
  name: 'parse-abis',
  apply: 'build',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('parseAbi(')) return null
    return withParsedAbis(code, this.parse(code))
  },
})
