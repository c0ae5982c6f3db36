import { bytesToBigInt, bytesToHex, type Hex } from 'viem'
import { decodeCbor, mapOf, untagged } from './cbor'
import { qrError } from './fault'
import type { SignRequest } from './signRequest'
import type { Ur } from './ur'

/**
 * Returns the parity that v says: 0 or 1, 27 or 28, or that of EIP-155, in as many bytes as it takes or more. Devices
 * differ here, as the account that is recovered does not.
 */
const parityOf = (v: bigint, chainId: number | undefined): 0 | 1 => {
  if (v === 0n || v === 27n) return 0
  if (v === 1n || v === 28n) return 1
  const parity = chainId === undefined ? -1n : v - 35n - 2n * BigInt(chainId)
  if (parity !== 0n && parity !== 1n) throw qrError('wrong')
  return parity === 0n ? 0 : 1
}

/**
 * Reads a device's answer (ERC-4527, `eth-signature`) to a request: r, s, and 27 or 28. Throws `other request` for the
 * answer to another one; the answer to none says so by having no number. Whose signature it is, the background checks.
 */
export const readQrSignature = ({ type, cbor }: Ur, { id, chainId }: SignRequest): Hex => {
  if (type !== 'eth-signature') throw qrError('other kind')
  const map = mapOf(decodeCbor(cbor))
  const number = untagged(map.get(1))
  if (!(number instanceof Uint8Array) || bytesToHex(number) !== id) throw qrError('other request')
  const bytes = untagged(map.get(2))
  if (!(bytes instanceof Uint8Array) || bytes.length < 65 || bytes.length > 73)
    throw qrError('damaged')
  const parity = parityOf(bytesToBigInt(bytes.subarray(64)), chainId)
  return `${bytesToHex(bytes.subarray(0, 64))}${parity === 0 ? '1b' : '1c'}`
}
