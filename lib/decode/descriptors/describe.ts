import {
  isAddress,
  isHex,
  numberToHex,
  size,
  slice,
  type AbiParameter,
  type Address,
  type Hex,
} from 'viem'
import { encodeType } from '@/lib/sign/hashTypedData'
import { chainOf } from '@/lib/sign/orders'
import type { Struct, TypedData, Value } from '@/lib/sign/typedData'
import { readValues } from '../arguments'
import { sanitize } from '../sanitize'
import type { Description, Word } from './description'
import { parametersOf, structParameters } from './parameters'
import { listItems, misfit, tupleFields, selectorsOf, valuesAt, type Located } from './path'
import type { Descriptor, FormatField, Format, Registry } from './registry'

/** A call of the account, with what `@` paths name. */
export type DescribedCall = {
  chainId: number
  from: Address
  to: Address
  value: bigint
  data: Hex
}

/** Roots of a path (ERC-7730): the data (`#`), and the transaction or domain around them (`@`). */
type Roots = { data: Located; carrier: Located }

const read = ({ data, carrier }: Roots, path: string): Located[] =>
  path.startsWith('@.') ? valuesAt(carrier, path.slice(2)) : valuesAt(data, path)

/** A number; bytes that were cut out of one are one still. */
const number = ({ parameter: { type }, value }: Located): bigint => {
  if (typeof value === 'bigint') return value
  const isCut = type === 'bytes' && isHex(value) && size(value) > 0 && size(value) <= 32
  return isCut ? BigInt(value) : misfit('a number is expected')
}

/** A number that counts something: no contract takes fewer than none. */
const amountOf = (located: Located): bigint => {
  const amount = number(located)
  return amount >= 0n ? amount : misfit('an amount is below zero')
}

/** An address; in a word of 32 bytes, its last 20, as routers pack it with flags before it. */
const addressOf = ({ value }: Located): Address => {
  const hex = typeof value === 'bigint' && value >= 0n ? numberToHex(value, { size: 32 }) : value
  if (!isHex(hex) || (size(hex) !== 20 && size(hex) !== 32)) return misfit('an address is expected')
  return slice(hex, -20).toLowerCase() as Address
}

const isWild = (path: string): boolean =>
  selectorsOf(path).some((selector) => selector === '[]' || selector.includes(':'))

/** The value that belongs to value `index` of `count`: one for all, or of a list the one at its place. */
const beside = (roots: Roots, path: string, index: number, count: number): Located => {
  if (isAddress(path, { strict: false }))
    return { parameter: { type: 'address' }, value: path.toLowerCase() }
  const values = read(roots, path)
  const isOne = values.length === 1 && !isWild(path)
  const found = isOne ? values[0] : values.length === count ? values[index] : undefined
  return found ?? misfit(`${path} has no value for each`)
}

/** A value without a meaning of its own, what it holds one by one. */
const plain = (located: Located): Word[] => {
  const {
    parameter: { type },
    value,
  } = located
  if (type.endsWith(']')) return listItems(located).flatMap(plain)
  if (type === 'tuple') return tupleFields(located).flatMap(plain)
  if (typeof value === 'bigint') return [{ kind: 'number', value }]
  if (typeof value === 'boolean') return [{ kind: 'text', text: String(value) }]
  if (type === 'address') return [{ kind: 'address', address: addressOf(located) }]
  if (type.startsWith('bytes') && isHex(value)) return [{ kind: 'bytes', value }]
  if (type === 'string' && typeof value === 'string')
    return [{ kind: 'text', text: sanitize(value, 300) }]
  return misfit(`${type} has no such value`)
}

/** How a descriptor may write a value that has a meaning; descriptors write `True` for `true`. */
const keysOf = ({ value }: Located): string[] => {
  if (typeof value === 'boolean') return value ? ['true', 'True'] : ['false', 'False']
  return isHex(value) && size(value) > 0 ? [String(BigInt(value)), value] : [String(value)]
}

/** Puts a value into words as its field says; `index` is its place among `count` of the field. */
const wordsOf = (
  { format }: FormatField,
  located: Located,
  [index, count]: [number, number],
  roots: Roots,
  names: Registry['names'],
): Word[] => {
  const at = (path: string) => beside(roots, path, index, count)
  switch (format.kind) {
    case 'raw':
      return plain(located)
    case 'amount':
      return [{ kind: 'native', amount: amountOf(located) }]
    case 'address':
      return [{ kind: 'address', address: addressOf(located) }]
    case 'date':
      return [{ kind: 'date', seconds: amountOf(located) }]
    case 'duration':
      return [{ kind: 'duration', seconds: amountOf(located) }]
    case 'unit': {
      const { unit, decimals = 0 } = format
      return [{ kind: 'unit', amount: number(located), decimals, unit: sanitize(unit, 40) }]
    }
    case 'item':
      return [{ kind: 'item', collection: addressOf(at(format.collection)), id: amountOf(located) }]
    case 'enum': {
      const meanings = names[format.names] ?? {}
      const meaning = keysOf(located).find((key) => Object.hasOwn(meanings, key))
      if (meaning === undefined) return misfit('a number has no meaning')
      return [{ kind: 'text', text: sanitize(meanings[meaning] ?? '', 100) }]
    }
    case 'token': {
      const amount = amountOf(located)
      const token = addressOf(at(format.token))
      if (format.native?.includes(token)) return [{ kind: 'native', amount }]
      const isBeyond = format.threshold !== undefined && amount >= BigInt(format.threshold)
      const message = isBeyond ? sanitize(format.message ?? '', 60) : null
      return [{ kind: 'token', token, amount, message }]
    }
    case 'call': {
      const { value } = located
      if (!isHex(value)) return misfit('a call is expected')
      const from = addressOf(at(format.from ?? '@.to'))
      const sent = format.value === undefined ? 0n : amountOf(at(format.value))
      return [{ kind: 'call', from, to: addressOf(at(format.to)), value: sent, data: value }]
    }
  }
}

const rowsOf = (
  field: FormatField,
  roots: Roots,
  names: Registry['names'],
): Description['rows'] => {
  const label = sanitize(field.label, 100)
  if (field.text !== undefined)
    return [{ label, word: { kind: 'text', text: sanitize(field.text, 300) } }]
  const values = read(roots, field.path ?? '')
  return values.flatMap((value, index) =>
    wordsOf(field, value, [index, values.length], roots, names).map((word) => ({ label, word })),
  )
}

/** Puts data into the words of a format; undefined if any of it does not fit. */
export const describe = (
  format: Format,
  { publisher, date, names }: { publisher: string } & Pick<Registry, 'date' | 'names'>,
  roots: Roots,
): Description | undefined => {
  try {
    return {
      intent: sanitize(format.intent, 100),
      publisher: sanitize(publisher, 60),
      date,
      rows: format.fields.flatMap((field) => rowsOf(field, roots, names)),
      left: format.left,
    }
  } catch {
    return undefined
  }
}

const carrierParameters: AbiParameter = {
  type: 'tuple',
  components: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'chainId', type: 'uint256' },
  ],
}

const carrierOf = ({ chainId, ...carrier }: Omit<DescribedCall, 'data'>): Located => ({
  parameter: carrierParameters,
  value: { ...carrier, chainId: BigInt(chainId) },
})

/** Finds the formats that fit a key, each with the descriptor that it stands in. */
const formatsFor = (
  { formats, descriptors }: Registry,
  found: readonly number[] | undefined,
  key: string,
): { format: Format; descriptor: Descriptor }[] =>
  (found ?? []).flatMap((index) => {
    const descriptor = descriptors[index]
    if (!descriptor || !Object.hasOwn(descriptor.formats, key)) return []
    const format = formats[descriptor.formats[key] ?? -1]
    return format ? [{ format, descriptor }] : []
  })

const own = <Value>(record: Readonly<Record<string, Value>> | undefined, key: string) =>
  record && Object.hasOwn(record, key) ? record[key] : undefined

/**
 * Says what the publisher of a contract says of a call, in the words of the registry. Undefined for a contract
 * or a function that is not in it, and for data that its descriptor does not fit to the byte.
 */
export const describeCall = (registry: Registry, call: DescribedCall): Description | undefined => {
  const data = call.data.toLowerCase() as Hex
  if (size(data) < 4) return undefined
  const contracts = own(registry.calls, String(call.chainId))
  const found = own(contracts, call.to.toLowerCase())
  const body: Hex = size(data) > 4 ? slice(data, 4) : '0x'
  for (const { format, descriptor } of formatsFor(registry, found, slice(data, 0, 4))) {
    const components = parametersOf(format.key)
    const values = readValues(components, body)
    if (!values) continue
    const roots = {
      data: { parameter: { type: 'tuple', components }, value: values },
      carrier: carrierOf(call),
    }
    const { publisher } = descriptor
    const said = describe(format, { publisher, date: registry.date, names: registry.names }, roots)
    if (said) return said
  }
  return undefined
}

/** Turns the values of typed data into those that calldata have: integers into numbers. */
const decoded = (parameter: AbiParameter, value: Value): unknown => {
  const { type } = parameter
  if (Array.isArray(value)) {
    const element = { ...parameter, type: type.replace(/\[\d*\]$/, '') }
    return value.map((item) => decoded(element, item))
  }
  if (typeof value === 'object' && 'components' in parameter)
    return parameter.components.map((part) => decoded(part, value[part.name ?? ''] ?? ''))
  return typeof value === 'string' && /^u?int/.test(type) ? BigInt(value) : value
}

const domainFits = ({ domain }: Descriptor, given: Struct): boolean =>
  Object.entries(domain ?? {}).every(
    ([name, value]) => Object.hasOwn(given, name) && given[name] === value,
  )

/** Says what the publisher of the contract that checks typed data says of them; undefined as for a call. */
export const describeTypedData = (
  registry: Registry,
  { chainId, from, typedData }: { chainId: number; from: Address; typedData: TypedData },
): Description | undefined => {
  const { types, primaryType, domain, message } = typedData
  const { verifyingContract } = domain
  if (typeof verifyingContract !== 'string' || !isAddress(verifyingContract, { strict: false }))
    return undefined
  if (chainOf(typedData) !== BigInt(chainId)) return undefined
  const to = verifyingContract.toLowerCase() as Address
  const found = own(own(registry.typedData, String(chainId)), to)
  if (!found) return undefined
  const key = encodeType(types, primaryType)
  for (const { format, descriptor } of formatsFor(registry, found, key)) {
    if (!domainFits(descriptor, domain)) continue
    const components = structParameters(types, primaryType)
    const parameter = { type: 'tuple', components }
    const { publisher } = descriptor
    const said = describe(
      format,
      { publisher, date: registry.date, names: registry.names },
      {
        data: { parameter, value: decoded(parameter, message) },
        carrier: carrierOf({ chainId, from, to, value: 0n }),
      },
    )
    if (said) return said
  }
  return undefined
}
