import { ETHSignature, EthSignRequest } from '@keystonehq/bc-ur-registry-eth'
import { UR } from '@ngraveio/bc-ur'
import { bytesToHex, concatBytes, keccak256, numberToBytes, stringToHex, type Hex } from 'viem'
import type { DeviceRequest } from '@/components/devices/ledger/signOnDevice'
import type { QrFault } from '@/components/devices/qr/fault'
import { fromBytewords, toBytewords } from '@/components/devices/qr/bytewords'
import { decodeCbor, encodeCbor } from '@/components/devices/qr/cbor'
import { fragmentsIn } from '@/components/devices/qr/fragments'
import { signRequest } from '@/components/devices/qr/signRequest'
import { answered as answeredBy, curveOrder, foreign, once } from './deviceFaults.ts'
import { readByDevice } from './qrExchange.ts'
import { answered, codesOf, connecting } from './qrSigner.ts'
import type { QrWallet } from './qrWallet.ts'

/** A fault of a QR device or of what comes before the camera, and what the wallet has to make of it. */
type Trouble = {
  name: string
  /** The fault that is named on the screen, how the background takes the signature, or that the device gave none. */
  says: QrFault | 'wrong' | 'Error: no answer'
  meet: (wallet: QrWallet) => Promise<string>
}

/** Changes the device for one question. */
const during =
  (change: Partial<QrWallet['device']>) =>
  async (wallet: QrWallet): Promise<string> => {
    const before = { ...wallet.device }
    Object.assign(wallet.device, change)
    const said = await once(wallet)
    Object.assign(wallet.device, before)
    return said
  }

/** Holds other codes before the camera for one answer. */
const before =
  (change: (codes: string[]) => string[]) =>
  async (wallet: QrWallet): Promise<string> => {
    wallet.camera.change = change
    const said = await once(wallet)
    wallet.camera.change = (codes) => codes
    return said
  }

const other: DeviceRequest = { kind: 'message', message: stringToHex('something else') }

/** The device's answer to another question, under its own number or under that of what is asked. */
const otherAnswer =
  (isRenumbered: boolean) =>
  async (wallet: QrWallet): Promise<string> => {
    const next = await wallet.nextAsked()
    if (!next) return 'nothing'
    const answer = await answered(
      wallet.device,
      readByDevice(signRequest(wallet.account, other).ur),
    )
    if (!answer) return 'no answer'
    const asked = EthSignRequest.fromCBOR(
      Buffer.from(signRequest(wallet.account, next.asked).ur.cbor),
    )
    const signature = ETHSignature.fromCBOR(answer.cbor).getSignature()
    const held = isRenumbered ? new ETHSignature(signature, asked.getRequestId()).toUR() : answer
    return before(() => codesOf(held))(wallet)
  }

/** Changes the bytes of the device's signature: r, s and v. */
const resigned =
  (change: (signature: Uint8Array) => Uint8Array) =>
  async (wallet: QrWallet): Promise<string> => {
    const next = await wallet.nextAsked()
    if (!next) return 'nothing'
    const { ur } = signRequest(wallet.account, next.asked)
    const answer = await answered(wallet.device, readByDevice(ur))
    if (!answer) return 'no answer'
    const signed = ETHSignature.fromCBOR(answer.cbor)
    const bytes = change(Uint8Array.from(signed.getSignature()))
    const other = new ETHSignature(Buffer.from(bytes), signed.getRequestId()).toUR()
    return before(() => codesOf(other))(wallet)
  }

/** The signature with the other s, which no chain takes: of the same account, for the same hash. */
const twin = (signature: Uint8Array): Uint8Array => {
  const s = BigInt(bytesToHex(signature.subarray(32, 64)))
  return concatBytes([
    signature.subarray(0, 32),
    numberToBytes(curveOrder - s, { size: 32 }),
    new Uint8Array([1 - (signature[64] ?? 0)]),
  ])
}

/** A part that announces what it likes. */
const part = (sequence: number, count: number, length: number, bytes: Uint8Array): string =>
  `ur:eth-signature/${sequence}-${count}/${toBytewords(encodeCbor([sequence, count, length, 7, bytes]))}`

/** The codes of an answer, the first part of which is of a stranger's making. */
const exchanged = (codes: string[]): string[] => {
  const [first = '', ...rest] = codes
  const [, letters = ''] = /^ur:.*\/([a-z]+)$/.exec(first.toLowerCase()) ?? []
  const [sequence, count, length, checksum, bytes] = decodeCbor(fromBytewords(letters)) as [
    number,
    number,
    number,
    number,
    Uint8Array,
  ]
  // Its last byte is of the signature: what is read is well-formed, and only the checksum of the whole is wrong.
  const changed = bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1)
  const forged = encodeCbor([sequence, count, length, checksum, changed])
  return [`ur:eth-signature/${sequence}-${count}/${toBytewords(forged)}`, ...rest]
}

const bomb = new UR(Buffer.from('9f'.repeat(2_000), 'hex'), 'eth-signature')

/** Parts that come without end, of which none has the first fragment. */
const stream = Array.from({ length: 1_000 }, (_, index) => index + 2)
  .filter((sequence) => !fragmentsIn(sequence, 30, 7).includes(0))
  .map((sequence) => part(sequence, 30, 300, new Uint8Array(10).fill(sequence)))

/** All faults of a QR device. */
export const qrTroubles: readonly Trouble[] = [
  { name: 'it has another seed', says: 'Error: no answer', meet: during({ seed: 'two' }) },
  { name: 'its user rejects', says: 'Error: no answer', meet: during({ decide: () => false }) },
  { name: 'it answers another question', says: 'other request', meet: otherAnswer(false) },
  {
    name: 'something else was signed under the number of what is asked',
    says: 'wrong',
    meet: otherAnswer(true),
  },
  {
    name: 'it signs by the key at another path',
    says: 'wrong',
    meet: during({ isForger: true }),
  },
  {
    name: 'its v is of the other parity',
    says: 'wrong',
    meet: resigned((signature) => signature.with(64, 1 - (signature[64] ?? 0))),
  },
  {
    name: 'its v is of another chain',
    says: 'wrong',
    meet: resigned((signature) => signature.with(64, 37)),
  },
  { name: 'its s is the other one, which no chain takes', says: 'wrong', meet: resigned(twin) },
  {
    name: 'its r is zero',
    says: 'wrong',
    meet: resigned((signature) => signature.fill(0, 0, 32)),
  },
  {
    name: 'its signature is cut short',
    says: 'damaged',
    meet: resigned((signature) => signature.subarray(0, 64)),
  },
  {
    name: 'another key signed',
    says: 'wrong',
    meet: answeredBy((hash: Hex) => foreign.sign({ hash })),
  },
  {
    name: 'another key signed something else',
    says: 'wrong',
    meet: answeredBy((hash: Hex) => foreign.sign({ hash: keccak256(hash) })),
  },
  {
    name: 'parts of two messages are mixed',
    says: 'mixed',
    meet: before((codes) => [codes[0] ?? '', part(1, 2, 20, new Uint8Array(10))]),
  },
  { name: 'parts come without end', says: 'endless', meet: before(() => stream) },
  {
    name: '100 MB are announced',
    says: 'too long',
    meet: before(() => [part(1, 1_000, 100_000_000, new Uint8Array(100_000))]),
  },
  {
    name: 'more parts are announced than any message has',
    says: 'too long',
    meet: before(() => [part(1, 2_000, 60_000, new Uint8Array(30))]),
  },
  {
    name: 'one part is of a stranger, under the checksum of the answer',
    says: 'damaged',
    meet: before(exchanged),
  },
  { name: 'the answer is a bomb', says: 'damaged', meet: before(() => codesOf(bomb, 5_000)) },
  {
    name: 'a letter of its code is another one',
    says: 'damaged',
    meet: before((codes) => codes.map((code) => code.replace(/..$/, 'AE'))),
  },
  {
    name: 'the code is of a payment',
    says: 'foreign',
    meet: before(() => ['ethereum:0x70997970C51812dc3A010C7d01b50e0d17dc79C8']),
  },
  {
    name: 'it shows its keys',
    says: 'other kind',
    meet: (wallet) => before(() => codesOf(connecting(wallet.device, 'bip44')))(wallet),
  },
]
