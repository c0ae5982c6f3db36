import { concatBytes, hexToBytes, numberToBytes, stringToBytes, toBytes, type Hex } from 'viem'
import type { TypedDataDigests } from '../../../lib/sign/hashTypedData'
import type { Struct, TypedData, Value } from '../../../lib/sign/typedData'
import { command, maxData, chunksOf, send, sendAll, type Command, type Exchange } from './apdu'
import { isDeviceError } from './fault'
import { encodePath } from './path'
import { readMessageSignature } from './signature'

/** Instructions and their second parameters (src/features/sign_message_eip712/commands_712.c). */
const signIns = 0x0c
const hashed = 0x00
const full = 0x01
const defineIns = 0x1a
const name = 0x00
const field = 0xff
const fillIns = 0x1c
const root = 0x00
const array = 0x0f

/** Numbers of types, and marks of a type (src/features/sign_message_eip712/typed_data.h). */
const types = { struct: 0, int: 1, uint: 2, address: 3, bool: 4, string: 5, bytesN: 6, bytes: 7 }
const isArray = 0x80
const hasSize = 0x40

/** The most structs and arrays within each other that the app follows (src/features/sign_message_eip712/path.h). */
const maxDepth = 16
const maxArrays = 8

/** The longest name, list and size: each is told in one byte. */
const maxByte = 255

/** A type split up: its base, and for each pair of brackets the length, null where it is not fixed. */
const splitType = (type: string): { base: string; levels: (number | null)[] } => ({
  base: type.replace(/\[.*$/, ''),
  levels: [...type.matchAll(/\[(\d*)\]/g)].map(([, length]) => (length ? Number(length) : null)),
})

/** Returns a base type as the app knows it: its number, and its size in bytes where its name has one. */
const describe = (base: string): { type: number; size?: number } => {
  const [, kind = '', digits = ''] = /^(u?int|bytes|address|bool|string)(\d*)$/.exec(base) ?? []
  switch (kind) {
    case 'int':
    case 'uint':
      return digits === '' ? { type: types[kind] } : { type: types[kind], size: Number(digits) / 8 }
    case 'bytes':
      return digits === '' ? { type: types.bytes } : { type: types.bytesN, size: Number(digits) }
    case 'address':
    case 'bool':
    case 'string':
      return { type: types[kind] }
    default:
      return { type: types.struct }
  }
}

const withLength = (text: string): Uint8Array => {
  const bytes = stringToBytes(text)
  return concatBytes([new Uint8Array([bytes.length]), bytes])
}

/** Returns a field as the app is told of it: its type, what the type needs, and its name. */
const fieldBytes = (given: { name: string; type: string }): Uint8Array => {
  const { base, levels } = splitType(given.type)
  const { type, size } = describe(base)
  const mark = (levels.length > 0 ? isArray : 0) | (size === undefined ? 0 : hasSize) | type
  return concatBytes([
    new Uint8Array([mark]),
    ...(type === types.struct ? [withLength(base)] : []),
    new Uint8Array(size === undefined ? [] : [size]),
    new Uint8Array(
      levels.length === 0
        ? []
        : [levels.length, ...levels.flatMap((length) => (length === null ? [0] : [1, length]))],
    ),
    withLength(given.name),
  ])
}

/** Returns an integer in the fewest bytes; a negative one as the two's complement of its type's size. */
const integerBytes = (value: string, bytes: number): Uint8Array => {
  const number = BigInt(value)
  return toBytes(number < 0n ? BigInt.asUintN(8 * bytes, number) : number)
}

const valueBytes = (type: string, value: string | boolean): Uint8Array => {
  if (typeof value === 'boolean') return new Uint8Array([Number(value)])
  if (type === 'string') return stringToBytes(value)
  const { size = 32 } = describe(type)
  return /^u?int/.test(type) ? integerBytes(value, size) : hexToBytes(value as Hex)
}

const isStruct = (value: Value): value is Struct =>
  typeof value === 'object' && !Array.isArray(value)

/** Returns the commands that define a struct. */
const definition = (struct: string, fields: TypedData['types'][string]): Command[] => [
  command(defineIns, 0, name, stringToBytes(struct)),
  ...fields.map((one) => command(defineIns, 0, field, fieldBytes(one))),
]

/** Returns the commands that fill in a value of a type. */
const filled = (all: TypedData['types'], type: string, value: Value): Command[] => {
  if (Array.isArray(value)) {
    const row = type.slice(0, type.lastIndexOf('['))
    return [
      command(fillIns, 0, array, new Uint8Array([value.length])),
      ...value.flatMap((item) => filled(all, row, item)),
    ]
  }
  if (isStruct(value))
    return (all[type] ?? []).flatMap((one) => filled(all, one.type, value[one.name] ?? ''))
  const bytes = valueBytes(type, value)
  const parts = chunksOf(concatBytes([numberToBytes(bytes.length, { size: 2 }), bytes]))
  return parts.map((part, index) =>
    command(fillIns, index === parts.length - 1 ? 0 : 1, field, part),
  )
}

/** True if the app can be told of a value: lists of at most 255, texts of at most 65,535 bytes. */
const fitsValue = (value: Value): boolean => {
  if (Array.isArray(value)) return value.length <= maxByte && value.every(fitsValue)
  if (isStruct(value)) return Object.values(value).every(fitsValue)
  return typeof value === 'boolean' || stringToBytes(value).length <= 0xffff
}

/** Returns how deep structs and arrays lie within a type. Types that contain themselves are refused before. */
const depthOf = (all: TypedData['types'], type: string): { structs: number; arrays: number } => {
  const { base, levels } = splitType(type)
  const inner = (all[base] ?? []).map((one) => depthOf(all, one.type))
  return {
    structs: 1 + Math.max(0, ...inner.map(({ structs }) => structs)),
    arrays: levels.length + Math.max(0, ...inner.map(({ arrays }) => arrays)),
  }
}

/**
 * True if the app can be told of all fields of typed data. Integers without a size are left out: it would not extend
 * their sign (src/features/sign_message_eip712/encode_field.c); and structs without fields, into which it cannot step
 * (`path_update` in path.c).
 */
export const fitsFields = ({ types: all, primaryType, domain, message }: TypedData): boolean => {
  const fields = Object.values(all).flat()
  const { structs, arrays } = depthOf(all, primaryType)
  return (
    structs <= maxDepth &&
    arrays <= maxArrays &&
    Object.values(all).every((one) => one.length > 0) &&
    Object.keys(all).every((struct) => struct.length <= maxByte) &&
    fields.every((one) => one.name.length <= maxByte && fieldBytes(one).length <= maxData) &&
    fields.every(({ type }) => {
      const { base, levels } = splitType(type)
      return (
        base.length <= maxByte &&
        !/^u?int$/.test(base) &&
        levels.every((length) => length === null || length <= maxByte)
      )
    }) &&
    fitsValue(domain) &&
    fitsValue(message)
  )
}

/**
 * Returns the commands that tell the app all types and values of typed data, and have it sign them. Structs come in
 * the order in which Ledger's kit sends them.
 */
export const typedDataCommands = (
  path: string,
  { types: all, primaryType, domain, message }: TypedData,
): Command[] => [
  ...Object.entries(all)
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([struct, fields]) => definition(struct, fields)),
  command(fillIns, 0, root, stringToBytes('EIP712Domain')),
  ...filled(all, 'EIP712Domain', domain),
  command(fillIns, 0, root, stringToBytes(primaryType)),
  ...filled(all, primaryType, message),
  command(signIns, 0, full, encodePath(path)),
]

/** Returns the command that has the app sign typed data of which it sees two hashes. */
export const hashedCommand = (
  path: string,
  { domainHash, messageHash }: Pick<TypedDataDigests, 'domainHash' | 'messageHash'>,
): Command =>
  command(
    signIns,
    0,
    hashed,
    concatBytes([encodePath(path), hexToBytes(domainHash), hexToBytes(messageHash)]),
  )

/**
 * A definition of a kind that does not exist: the app answers it with an error and forgets all definitions and values
 * (`apdu_reply` in commands_712.c). Those of a page that was closed half-way would stay, and mix with new ones.
 */
const forget = command(defineIns, 0, 0x01, new Uint8Array())

/** Has the app forget typed data of which it was told a part. Throws if the device is gone. */
const forgetTypedData = async (exchange: Exchange): Promise<void> => {
  try {
    await send(exchange, forget)
  } catch (error) {
    if (!isDeviceError(error) || error.word === undefined) throw error
  }
}

/** Has the app show all fields of typed data and sign them (EIP-712). */
export const signTypedDataOnDevice = async (
  exchange: Exchange,
  path: string,
  typedData: TypedData,
): Promise<Hex> => {
  await forgetTypedData(exchange)
  return readMessageSignature(await sendAll(exchange, typedDataCommands(path, typedData)))
}

/** Has the app show the two hashes of typed data and sign them: its user sees no field. */
export const signHashed = async (
  exchange: Exchange,
  path: string,
  digests: Pick<TypedDataDigests, 'domainHash' | 'messageHash'>,
): Promise<Hex> => readMessageSignature(await send(exchange, hashedCommand(path, digests)))
