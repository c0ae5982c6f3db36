import { bytesToHex, concatBytes, hexToBytes, keccak256, stringToBytes, type Hex } from 'viem'
import type { Struct, TypedData, Value } from './typedData'

type Types = TypedData['types']

/** Hash function keccak256. */
export type Keccak = (bytes: Uint8Array) => Uint8Array

/** Digests of typed data that a wallet shows for comparison, by the terms of ERC-8213. */
export type TypedDataDigests = { domainHash: Hex; messageHash: Hex; digest: Hex }

/** Returns the type as EIP-712 encodes it: its own fields, then the structs in it, sorted by name. */
export const encodeType = (types: Types, primaryType: string): string => {
  const found = new Set([primaryType])
  // A loop over a Set also visits the types that are added while it runs.
  for (const name of found)
    for (const { type } of types[name] ?? []) {
      const base = type.replace(/\[.*/, '')
      if (Object.hasOwn(types, base)) found.add(base)
    }
  const [first, ...rest] = found
  return [first, ...rest.sort()]
    .map((name = '') => {
      const fields = types[name] ?? []
      return `${name}(${fields.map((field) => `${field.type} ${field.name}`).join()})`
    })
    .join('')
}

const word = 32

/** Writes an integer in decimals as the word at a place, a negative one as its two's complement. */
const writeInteger = (words: Uint8Array, at: number, value: string): void => {
  const view = new DataView(words.buffer, words.byteOffset + at, word)
  const number = BigInt(value)
  for (let part = 0; part < 4; part++)
    view.setBigUint64(8 * part, BigInt.asUintN(64, number >> BigInt(192 - 64 * part)))
}

/** Hashes bytes in plain JavaScript: at once, and good enough for what is short. */
const inScript: Keccak = (bytes) => keccak256(bytes, 'bytes')

/**
 * Returns the Domain Hash, the Message Hash and the EIP-712 Digest (ERC-8213), which is what is signed. The text
 * of each type is hashed once: a list of 10,000 structs would otherwise build and hash it 10,000 times.
 */
export const typedDataDigests = (
  { types, primaryType, domain, message }: TypedData,
  keccak: Keccak = inScript,
): TypedDataDigests => {
  const typeHashes = new Map<string, Uint8Array>()
  const typeHash = (type: string): Uint8Array => {
    const hash = typeHashes.get(type) ?? keccak(stringToBytes(encodeType(types, type)))
    typeHashes.set(type, hash)
    return hash
  }

  const hashStruct = (type: string, struct: Struct): Uint8Array => {
    const fields = types[type] ?? []
    const words = new Uint8Array(word * (fields.length + 1))
    words.set(typeHash(type))
    for (const [index, field] of fields.entries())
      write(words, word * (index + 1), field.type, struct[field.name])
    return keccak(words)
  }

  const hashList = (type: string, list: readonly Value[]): Uint8Array => {
    const words = new Uint8Array(word * list.length)
    for (const [index, item] of list.entries()) write(words, word * index, type, item)
    return keccak(words)
  }

  const write = (words: Uint8Array, at: number, type: string, value: Value | undefined): void => {
    if (value === undefined) throw new Error('a value is missing')
    if (Array.isArray(value)) words.set(hashList(type.slice(0, type.lastIndexOf('[')), value), at)
    else if (typeof value === 'object') words.set(hashStruct(type, value), at)
    else if (typeof value === 'boolean') words[at + word - 1] = Number(value)
    else if (type === 'string') words.set(keccak(stringToBytes(value)), at)
    else if (type === 'bytes') words.set(keccak(hexToBytes(value as Hex)), at)
    // Bytes of a fixed length stand left in their word, addresses right.
    else if (type.startsWith('bytes')) words.set(hexToBytes(value as Hex), at)
    else if (type === 'address') words.set(hexToBytes(value as Hex), at + word - 20)
    else writeInteger(words, at, value)
  }

  const domainHash = hashStruct('EIP712Domain', domain)
  const messageHash = hashStruct(primaryType, message)
  const digest = keccak(concatBytes([hexToBytes('0x1901'), domainHash, messageHash]))
  return {
    domainHash: bytesToHex(domainHash),
    messageHash: bytesToHex(messageHash),
    digest: bytesToHex(digest),
  }
}

/** Returns the hash that is signed for typed data (EIP-712). */
export const hashTypedData = (typedData: TypedData, keccak?: Keccak): Hex =>
  typedDataDigests(typedData, keccak).digest
