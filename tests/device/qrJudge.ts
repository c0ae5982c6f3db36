import { DataType, EthSignRequest } from '@keystonehq/bc-ur-registry-eth'
import { UREncoder } from '@ngraveio/bc-ur'
import fc from 'fast-check'
import { bytesToHex, hexToBytes, serializeTransaction, type Hex } from 'viem'
import type { DeviceRequest } from '@/components/devices/ledger/signOnDevice'
import { signRequest } from '@/components/devices/qr/signRequest'
import { createParts } from '@/components/devices/qr/ur'
import { alice } from '../unit/accounts.ts'
import { readCodes } from './qrExchange.ts'
import * as random from './randomRequests.ts'

const fingerprint = 0xf23f9fd2

/** The request for the same by Keystone's own library, with the number that ours has. */
const theirs = (data: Hex, kind: DataType, path: string, id: Hex, chainId?: number) =>
  EthSignRequest.constructETHRequest(
    Buffer.from(hexToBytes(data)),
    kind,
    path,
    fingerprint.toString(16),
    id.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    chainId,
    alice,
    'Volley',
  ).toUR()

/** Random requests, each as its bytes and its kind. */
const requests = fc.oneof(
  fc.tuple(random.path, random.transaction).map(([path, transaction]) => {
    const unsigned = serializeTransaction(transaction)
    const kind = transaction.type === 'legacy' ? DataType.transaction : DataType.typedTransaction
    const asked: DeviceRequest = { kind: 'transaction', unsigned }
    return { path, asked, data: unsigned, kind, chainId: transaction.chainId }
  }),
  fc.tuple(random.path, random.message).map(([path, message]) => {
    const asked: DeviceRequest = { kind: 'message', message }
    return { path, asked, data: message, kind: DataType.personalMessage, chainId: undefined }
  }),
)

/** True for what ERC-4527 has a kind for. */
const hasFormat = ({ asked }: { asked: DeviceRequest }): boolean =>
  asked.kind !== 'transaction' || !/^0x0[34]/.test(asked.unsigned)

/**
 * Compares requests with those of Keystone's own library to the byte, and all parts and as many mixtures with those of
 * the published one; what that writes has to be read. Gives what differs.
 */
export const judgeQr = (count: number, seed: number): { requests: number; differing: string[] } => {
  const differing: string[] = []
  const drawn = fc.sample(requests.filter(hasFormat), { numRuns: count, seed })
  for (const { path, asked, data, kind, chainId } of drawn) {
    const { ur, id } = signRequest({ address: alice, path, fingerprint }, asked)
    const other = theirs(data, kind, path, id, chainId)
    const encoder = new UREncoder(other, 100)
    const own = createParts(ur)
    const codes = Array.from({ length: own.count === 1 ? 1 : 2 * own.count }, () =>
      encoder.nextPart().toUpperCase(),
    )
    const isSame =
      bytesToHex(ur.cbor) === bytesToHex(new Uint8Array(other.cbor)) &&
      codes.every((code, number) => own.at(number) === code) &&
      bytesToHex(readCodes(codes).cbor) === bytesToHex(ur.cbor)
    if (!isSame) differing.push(`${path} ${data}`)
  }
  return { requests: drawn.length, differing }
}
