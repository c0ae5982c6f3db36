import { parseAbi, type Abi, type AbiFunction } from 'viem'
import { isParameter, withWidths } from './abiType'
import { isObject, parse } from './json'

const isFunction = (item: unknown): item is AbiFunction =>
  isObject(item) &&
  item.type === 'function' &&
  typeof item.name === 'string' &&
  Array.isArray(item.inputs) &&
  item.inputs.every(isParameter)

const remedy =
  'write one function a line, such as "function transfer(address to, uint256 amount)", or paste the JSON of a compiler.'

const fromLines = (lines: readonly string[]): Abi | undefined => {
  try {
    return parseAbi(lines)
  } catch {
    return undefined
  }
}

const isLines = (abi: unknown[]): abi is string[] =>
  abi.length > 0 && abi.every((line) => typeof line === 'string')

const fromJson = (text: string): readonly unknown[] | undefined => {
  const parsed = parse(text)
  if (!('value' in parsed)) return undefined
  const { value } = parsed
  // A compiler's output has the ABI in a field.
  const abi = isObject(value) ? value.abi : value
  if (!Array.isArray(abi)) return undefined
  // ethers writes an ABI as a list of words.
  return isLines(abi) ? fromLines(abi) : abi
}

const fromWords = (text: string) =>
  fromLines(
    text
      .split('\n')
      .map((line) => line.trim().replace(/[;,]$/, ''))
      .filter((line) => line !== ''),
  )

/** True if a function's call would change nothing, and so need not be sent. */
const isRead = ({ stateMutability }: AbiFunction) =>
  stateMutability === 'view' || stateMutability === 'pure'

/** Reads the functions of an ABI that can be sent, or says in one sentence what to mend. */
export const readAbi = (text: string): { functions: AbiFunction[] } | { problem: string } => {
  const abi = /^\s*[[{]/.test(text) ? fromJson(text) : fromWords(text)
  if (!abi) return { problem: `The ABI cannot be read: ${remedy}` }
  const functions = abi
    .filter(isFunction)
    .filter((item) => !isRead(item))
    .map((item) => ({ ...item, inputs: item.inputs.map(withWidths) }))
  if (functions.length > 0) return { functions }
  return { problem: `The ABI has no function that changes anything: ${remedy}` }
}

/** Writes a function as its name and types, by which overloads differ. */
export const signatureOf = ({ name, inputs }: AbiFunction) =>
  `${name}(${inputs.map(({ type }) => type).join(', ')})`
