import { concatBytes, keccak256, numberToBytes, type Address, type Hex } from 'viem'
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

/** A fault of a device, or of whoever answers for it; how it is mended; and what the wallet has to make of it. */
type Trouble = {
  name: string
  /** The fault that is named on the screen, or how the background takes the signature. */
  says: Fault | 'late' | 'wrong'
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

/** Changes the reports of the first answer to an instruction. */
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

/** Takes two bytes out of an answer, before its status word. */
const shortened = (reports: Uint8Array[]): Uint8Array[] => {
  const content = concatBytes(reports.map((report) => report.subarray(5)))
  const length = (content[0] ?? 0) * 256 + (content[1] ?? 0)
  const answer = content.subarray(2, 2 + length)
  const rest = concatBytes([answer.subarray(0, -4), answer.subarray(-2)])
  const short = concatBytes([numberToBytes(rest.length, { size: 2 }), rest])
  return reports.map((report, index) => {
    const part = new Uint8Array(59)
    part.set(short.subarray(59 * index, 59 * (index + 1)))
    return concatBytes([report.subarray(0, 5), part])
  })
}

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
    meet: altered(shortened),
  },
  {
    name: 'its reports come out of turn',
    says: 'bad answer',
    meet: altered((reports) => reports.toReversed()),
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
