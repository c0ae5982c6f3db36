import { bytesToHex, hexToBytes, keccak256, parseTransaction, stringToBytes, type Hex } from 'viem'
import type { TypedData } from '@/lib/sign/typedData'
import type { DeviceRequest } from '../ledger/signOnDevice'
import { encodeCbor, type Cbor } from './cbor'
import { qrError } from './fault'
import { keyPathOf } from './keyPath'
import type { QrAccount } from './qrAccount'
import type { Ur } from './ur'

/** Kinds of what is signed (ERC-4527, "sign-data-type"). */
const kinds = { legacy: 1, typedData: 2, message: 3, transaction: 4 }

/** A request to a device: its message, and the number that its answer has to bear. */
export type SignRequest = { ur: Ur; id: Hex; chainId?: number }

const typeOf = (unsigned: Hex): number => Number.parseInt(unsigned.slice(2, 4), 16)

/** Typed data as text, with the type of the domain, which devices read. */
const typedDataText = ({ types, primaryType, domain, message }: TypedData): string =>
  JSON.stringify({ types, primaryType, domain, message })

/** Returns the bytes to sign, their kind and their chain. Throws `no format` for what ERC-4527 has no kind for. */
const contentOf = (asked: DeviceRequest): { data: Uint8Array; kind: number; chainId?: number } => {
  switch (asked.kind) {
    case 'transaction': {
      const type = typeOf(asked.unsigned)
      // An upgrade (type 4, EIP-7702) has no kind, and no device that reads QR codes signs one.
      if (type !== 1 && type !== 2 && type < 0xc0) throw qrError('no format')
      const { chainId } = parseTransaction(asked.unsigned)
      if (chainId === undefined) throw qrError('no format')
      const kind = type < 0xc0 ? kinds.transaction : kinds.legacy
      return { data: hexToBytes(asked.unsigned), kind, chainId }
    }
    case 'message':
      return { data: hexToBytes(asked.message), kind: kinds.message }
    case 'typed data':
      return { data: stringToBytes(typedDataText(asked.typedData)), kind: kinds.typedData }
    case 'authorization':
    case 'hashes':
      throw qrError('no format')
  }
}

/** Makes a number of a hash in the form of a random UUID (RFC 9562, version 4): Keystone's library throws at any other. */
const numberFrom = (hash: Uint8Array): Uint8Array => {
  const id = hash.slice(0, 16)
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x40
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
  return id
}

/**
 * Returns the request for a device (ERC-4527, `eth-sign-request`). Its number is made of what it asks, so that an answer
 * holds after the page was closed, and never for anything else.
 */
export const signRequest = (
  { address, path, fingerprint }: QrAccount,
  asked: DeviceRequest,
): SignRequest => {
  const { data, kind, chainId } = contentOf(asked)
  const fields: readonly (readonly [number, Cbor])[] = [
    [2, data],
    [3, kind],
    ...(chainId === undefined ? [] : [[4, chainId] as const]),
    [5, keyPathOf(path, fingerprint)],
    [6, hexToBytes(address)],
    [7, 'Volley'],
  ]
  const id = numberFrom(keccak256(encodeCbor(new Map(fields)), 'bytes'))
  const all: readonly (readonly [number, Cbor])[] = [[1, { tag: 37, value: id }], ...fields]
  const ur = { type: 'eth-sign-request', cbor: encodeCbor(new Map(all)) }
  return chainId === undefined ? { ur, id: bytesToHex(id) } : { ur, id: bytesToHex(id), chainId }
}
