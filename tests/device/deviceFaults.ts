import {
  bytesToHex,
  concatBytes,
  keccak256,
  numberToBytes,
  numberToHex,
  parseSignature,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Fault } from '@/components/devices/ledger/fault'
import { isDeviceError } from '@/components/devices/ledger/fault'
import { isQrError } from '@/components/devices/qr/fault'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { answerSigning } from '@/lib/devices/signings'
import { hashOfPart } from '@/lib/devices/signingBytes'
import { alice, keys, stranger } from '../unit/accounts.ts'
import { allowing } from './deviceFlows.ts'
import { chainId, type DeviceWallet, type TrialWallet } from './deviceWallet.ts'
import { reportsOf } from './hidBoundary.ts'

/** A fault of a device, or of whoever answers for it; how it is mended; and what the wallet has to make of it. */
type Trouble = {
  name: string
  /** The fault that is named on the screen, or how the background takes the signature. */
  says: Fault | 'wrong'
  /** Without it, a batch as one, with the upgrade. */
  isInOrder?: true
  /** Breaks something, asks once, and mends it; gives what was said. */
  meet: (wallet: DeviceWallet) => Promise<string>
}

/** Asks the device once for what the batch is at; gives the fault, or how its signature was taken. */
export const once = async ({ nextAsked, sign }: TrialWallet): Promise<string> => {
  const next = await nextAsked()
  if (!next) return 'nothing'
  try {
    return await answerSigning(next.id, next.part, await sign(next.asked))
  } catch (error) {
    if (isQrError(error)) return error.qr
    return isDeviceError(error) ? error.fault : String(error)
  }
}

/** Changes a device for one question. */
const during =
  (change: Partial<DeviceWallet['device']>) =>
  async (wallet: DeviceWallet): Promise<string> => {
    const before = { ...wallet.device }
    Object.assign(wallet.device, change)
    const said = await once(wallet)
    Object.assign(wallet.device, before)
    return said
  }

const settings = { blindSigning: true, rawMessages: true, delegation: true }

/** Changes the reports of each answer to an authorization. */
const altered =
  (change: (reports: Uint8Array[]) => Uint8Array[]) =>
  async (wallet: DeviceWallet): Promise<string> => {
    wallet.boundary.alter((reports) =>
      wallet.boundary.apdus.at(-1)?.[1] === 0x34 ? change(reports) : reports,
    )
    const said = await once(wallet)
    wallet.boundary.alter((reports) => reports)
    return said
  }

/** Changes an answer, with its status word, and sends it in reports that are right. */
const reworded =
  (change: (answer: Uint8Array) => Uint8Array) =>
  (reports: Uint8Array[]): Uint8Array[] => {
    const content = concatBytes(reports.map((report) => report.subarray(5)))
    const length = (content[0] ?? 0) * 256 + (content[1] ?? 0)
    const channel = [...(reports[0] ?? new Uint8Array()).subarray(0, 2)]
    return reportsOf(channel, change(content.subarray(2, 2 + length)))
  }

/** Changes v, r and s of a signature. */
const resigned = (
  change: (parts: { v: number; r: bigint; s: bigint }) => {
    v: number
    r: bigint
    s: bigint
  },
) =>
  altered(
    reworded((answer) => {
      const { v, r, s } = change({
        v: answer[0] ?? 0,
        r: BigInt(bytesToHex(answer.subarray(1, 33))),
        s: BigInt(bytesToHex(answer.subarray(33, 65))),
      })
      return concatBytes([
        new Uint8Array([v]),
        numberToBytes(r, { size: 32 }),
        numberToBytes(s, { size: 32 }),
        answer.subarray(65),
      ])
    }),
  )

/** Order of the curve secp256k1. */
export const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Has the device itself give the signature of another account for what it is asked. */
const giveForeign = async (wallet: DeviceWallet): Promise<string> => {
  const next = await wallet.nextAsked()
  const hash = next && hashOfPart(next.row, next.part)
  if (!hash) return 'nothing'
  const { r, s, yParity } = parseSignature(await foreign.sign({ hash }))
  return resigned(() => ({ v: yParity, r: BigInt(r), s: BigInt(s) }))(wallet)
}

/** Has the device answer with a status word and nothing else. */
const answersWith = (word: number) =>
  altered(reworded(() => new Uint8Array([word >> 8, word & 0xff])))

/** Answers for the device with a signature of somebody's. */
export const answered =
  (signature: (hash: Hex) => Promise<Hex>) =>
  async ({ nextAsked }: TrialWallet): Promise<string> => {
    const next = await nextAsked()
    const hash = next && hashOfPart(next.row, next.part)
    return next && hash ? answerSigning(next.id, next.part, await signature(hash)) : 'nothing'
  }

export const foreign = privateKeyToAccount(keys[alice] ?? '0x')

/** All faults of a Ledger. */
export const troubles: readonly Trouble[] = [
  {
    name: 'it is unplugged while it is asked',
    says: 'unplugged',
    meet: async (wallet) => {
      wallet.device.decide = () => {
        wallet.boundary.unplug()
        return true
      }
      const said = await once(wallet)
      wallet.device.decide = () => true
      wallet.boundary.plugIn()
      return said
    },
  },
  {
    name: 'another program has it',
    says: 'busy',
    meet: async (wallet) => {
      wallet.boundary.unplug()
      const said = await once(wallet)
      wallet.boundary.plugIn()
      return said
    },
  },
  { name: 'it is locked', says: 'locked', meet: during({ isLocked: true }) },
  { name: 'its dashboard is open', says: 'wrong app', meet: during({ running: 'BOLOS' }) },
  { name: 'another app is open', says: 'wrong app', meet: during({ running: 'Bitcoin' }) },
  { name: 'its app is too old', says: 'old app', meet: during({ version: [1, 16, 0] }) },
  {
    name: 'blind signing is off',
    says: 'blind-signing off',
    isInOrder: true,
    meet: during({ settings: { ...settings, blindSigning: false } }),
  },
  {
    name: 'upgrades are off',
    says: 'delegation off',
    meet: during({ settings: { ...settings, delegation: false } }),
  },
  {
    name: 'upgrades are off in an app that does not tell',
    says: 'delegation',
    meet: during({ version: [1, 18, 0], settings: { ...settings, delegation: false } }),
  },
  {
    name: 'the delegate is not on its list',
    says: 'unlisted delegate',
    meet: async (wallet) => {
      const next = await wallet.nextAsked()
      if (next?.asked.kind !== 'authorization') return 'nothing'
      const asked = {
        ...next.asked,
        authorization: { ...next.asked.authorization, address: stranger },
      }
      return wallet
        .sign(asked)
        .catch((error: unknown) => (isDeviceError(error) ? error.fault : String(error)))
    },
  },
  { name: 'it has another seed', says: 'wrong seed', meet: during({ seed: 'two' }) },
  { name: 'its user rejects', says: 'refused', meet: during({ decide: () => false }) },
  {
    name: 'its answer is cut short',
    says: 'bad answer',
    meet: altered(reworded((answer) => concatBytes([answer.subarray(0, -4), answer.subarray(-2)]))),
  },
  {
    name: 'its answer is longer than any',
    says: 'bad answer',
    meet: altered(reworded((answer) => concatBytes([new Uint8Array(65_000), answer.subarray(-2)]))),
  },
  { name: 'it locks itself while it is asked', says: 'locked', meet: answersWith(0x5515) },
  { name: 'it gives a word that nobody knows', says: 'unread', meet: answersWith(0x6f01) },
  {
    name: 'its reports come out of turn',
    says: 'bad answer',
    meet: altered((reports) => reports.toReversed()),
  },
  {
    name: 'it is asked for more than its app takes',
    says: 'too much',
    meet: (wallet) =>
      wallet
        .sign({ kind: 'message', message: numberToHex(0, { size: 32_767 }) })
        .catch((error: unknown) => (isDeviceError(error) ? error.fault : String(error))),
  },
  { name: 'it gives the signature of another account', says: 'wrong', meet: giveForeign },
  {
    name: 'its v is of the other parity',
    says: 'wrong',
    meet: resigned(({ v, r, s }) => ({ v: 1 - v, r, s })),
  },
  {
    name: 'its v is of no parity',
    says: 'bad answer',
    meet: resigned(({ r, s }) => ({ v: 27, r, s })),
  },
  {
    name: 'its r is zero',
    says: 'wrong',
    meet: resigned(({ v, s }) => ({ v, r: 0n, s })),
  },
  {
    name: 'its r is the order of the curve',
    says: 'wrong',
    meet: resigned(({ v, s }) => ({ v, r: curveOrder, s })),
  },
  {
    name: 'its s is the other one, which no chain takes',
    says: 'wrong',
    meet: resigned(({ v, r, s }) => ({ v: 1 - v, r, s: curveOrder - s })),
  },
  {
    name: 'its s is zero',
    says: 'wrong',
    meet: resigned(({ v, r }) => ({ v, r, s: 0n })),
  },
  {
    name: 'another key signed',
    says: 'wrong',
    meet: answered((hash) => foreign.sign({ hash })),
  },
  {
    name: 'something else was signed',
    says: 'wrong',
    meet: answered((hash) => foreign.sign({ hash: keccak256(hash) })),
  },
]

/** The request that faults are tried on. */
export const requestOf = (own: Address, usdc: Address, isInOrder = false): BatchRequest => ({
  from: own,
  chainId,
  atomicRequired: !isInOrder,
  calls: isInOrder
    ? [allowing(usdc)]
    : [
        { to: stranger, value: '0x1', data: '0x' },
        { to: stranger, value: '0x2', data: '0x' },
      ],
})
