import {
  size,
  slice,
  toFunctionSelector,
  toFunctionSignature,
  type AbiFunction,
  type Address,
  type Hex,
} from 'viem'
import { readArguments } from './arguments'
import { guessArguments } from './guess'
import type { Argument, CallAction, DecodedCall, CallStep } from './reading'
import type { Context, Inner, Standard } from './standard'
import { standards } from './standards'
import { bare } from './steps'

/** The fields of a call that are needed to read it. */
type Call = { from: Address; to: Address; value: Hex; data: Hex }

/** The most levels of calls within calls to read: deeper ones show only name and arguments. */
const maxDepth = 3

type Known = { standard: Standard; item: AbiFunction }

let hashed: string | undefined

/**
 * Takes the selectors of all functions, 8 hex digits each, in place of hashing their signatures: that takes a page 12 ms
 * before it shows a call. The background has no room for them, and hashes once.
 */
export const takeSelectors = (text: string): void => {
  hashed = text
}

/** Every function that is read, by its standard. */
export const knownFunctions = (): Known[] =>
  standards.flatMap((standard) =>
    standard.abi
      .filter((item) => item.type === 'function')
      .map((item): Known => ({ standard, item })),
  )

let index: Map<Hex, Known> | undefined

/** Looks a function up by its selector. The index is built on the first use, not when the page starts. */
const known = (selector: Hex) => {
  index ??= new Map(
    knownFunctions().map((one, at) => [
      hashed === undefined ? toFunctionSelector(one.item) : `0x${hashed.slice(8 * at, 8 * at + 8)}`,
      one,
    ]),
  )
  return index.get(selector)
}

const deadlineNames = ['deadline', 'sigDeadline', 'expiry', 'validBefore']

const deadlineIn = (args: readonly Argument[]): Hex | null => {
  for (const { name, type, value } of args) {
    if (typeof value !== 'string') {
      const found = type === 'tuple' ? deadlineIn(value) : null
      if (found) return found
    } else if (deadlineNames.includes(name)) return `0x${BigInt(value).toString(16)}`
  }
  return null
}

/**
 * Reads a call offline: what it does, provided the contract does what the function's standard says. Fully
 * decoded arguments encode to exactly the same bytes; other data are `unknown`, with arguments guessed by
 * their shape if possible.
 */
export const readCall = (call: Call, chainId: number): DecodedCall => readAt(call, chainId, 0)

const readAt = (call: Call, chainId: number, depth: number): DecodedCall => {
  const data = call.data.toLowerCase() as Hex
  if (data === '0x') return bare({ kind: 'none' })
  const bytes = size(data)
  if (bytes < 4) return bare({ kind: 'unknown', name: data, bytes })
  const selector = slice(data, 0, 4)
  const body: Hex = bytes > 4 ? slice(data, 4) : '0x'
  const found = known(selector)
  const read = found && readArguments(found.item.inputs, body)
  if (!read) {
    // For a known function the types are known: if they do not fit, a guess by shape would mislead.
    const args = found ? [] : guessArguments(body)
    return { ...bare({ kind: 'unknown', name: selector, bytes }), args, isGuess: args.length > 0 }
  }
  const { standard, item } = found
  const open = (calls: readonly Inner[]) => calls.map((inner) => step(inner, chainId, depth + 1))
  const context: Context = {
    ...call,
    data,
    chainId,
    named: read.args,
    open: depth < maxDepth ? open : undefined,
  }
  // `never`: the arguments fit the function's ABI, which is not known here as a type.
  const decoded = { functionName: item.name, args: read.values as never }
  const unread: CallAction = { kind: 'unknown', name: item.name, bytes }
  const deed = standard.read(decoded, context) ?? unread
  return {
    ...deed,
    standard: standard.name,
    signature: toFunctionSignature(item),
    args: read.args,
    deadline: deadlineIn(read.args),
    isGuess: false,
  }
}

/**
 * Returns the reading of code that runs as its caller (`delegatecall`): it may do anything, and a standard's
 * function name says nothing there.
 */
export const unreadAt = (data: Hex): DecodedCall => {
  const bytes = size(data)
  return bare({ kind: 'unknown', name: slice(data, 0, Math.min(4, bytes)), bytes })
}

const step = (inner: Inner, chainId: number, depth: number): CallStep => {
  const { from, to, data, mayFail = false, isDelegated = false } = inner
  const value: Hex = `0x${(inner.value ?? 0n).toString(16)}`
  const reading = isDelegated ? unreadAt(data) : readAt({ from, to, value, data }, chainId, depth)
  return { from, to, value, mayFail, reading }
}
