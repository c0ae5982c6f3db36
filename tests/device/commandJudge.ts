import fc from 'fast-check'
import {
  bytesToHex,
  hashMessage,
  hexToBytes,
  hashTypedData as viemHash,
  keccak256,
  recoverAddress,
  serializeTransaction,
  type Address,
  type Hex,
  type TypedDataDefinition,
} from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { askAddress, confirmAddress } from '@/components/devices/ledger/address'
import type { Exchange } from '@/components/devices/ledger/apdu'
import { signAuthorization, type Authorization } from '@/components/devices/ledger/authorization'
import { signMessageOnDevice } from '@/components/devices/ledger/message'
import { openDevice } from '@/components/devices/ledger/openDevice'
import type { Signature } from '@/components/devices/ledger/signature'
import { signTransactionOnDevice } from '@/components/devices/ledger/transaction'
import { fitsFields, signTypedDataOnDevice } from '@/components/devices/ledger/typedData'
import { readTypedData, type TypedData } from '@/lib/sign/typedData'
import { anyTypedData } from '../unit/sign/anyTypedData'
import { createHid } from './hidBoundary.ts'
import { openKit } from './kit'
import { createLedgerApp } from './ledgerApp.ts'
import { newDevice } from './newDevice.ts'
import * as random from './randomRequests'

type Kit = Awaited<ReturnType<typeof openKit>>

/** A request, as the wallet makes it, as Ledger's kit makes it, and who has to have signed what. */
type Pair = {
  name: string
  /** The instructions that are compared. */
  ins: readonly number[]
  ours: (exchange: Exchange) => Promise<Address | undefined>
  kits: (kit: Kit) => Promise<unknown>
  path: string
}

/**
 * Sums over all requests. `compared`: those of each kind; `differing`: those whose commands are not the kit's; `wrong`:
 * whose signer is another.
 */
export type Judged = {
  requests: number
  compared: Counts
  apdus: number
  differing: string[]
  wrong: string[]
}

/** The kit writes paths without their root. */
const withoutRoot = (path: string) => path.replace(/^m\//, '')

/** The delegate that the app signs for. */
const listed: Address = '0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9'

const draw = <T>(of: fc.Arbitrary<T>, count: number, seed: number): T[] =>
  fc.sample(of, { numRuns: count, seed })

/** Signs bytes by viem's own hash of them, and tells who did. */
const signerOf = (hash: Hex, { r, s, yParity }: Signature) =>
  recoverAddress({ hash, signature: { r, s, yParity } })

const transactions = (count: number, seed: number): Pair[] =>
  draw(fc.tuple(random.path, random.transaction), count, seed).map(([path, transaction]) => {
    const unsigned = serializeTransaction(transaction)
    return {
      name: `${transaction.type} ${unsigned}`,
      ins: [0x04],
      path,
      ours: async (exchange) =>
        signerOf(keccak256(unsigned), await signTransactionOnDevice(exchange, path, unsigned)),
      kits: ({ signer, resultOf }) =>
        resultOf(signer.signTransaction(withoutRoot(path), hexToBytes(unsigned))),
    }
  })

const authorizations = (count: number, seed: number): Pair[] =>
  draw(fc.tuple(random.path, random.authorization), count, seed).map(([path, given]) => {
    const asked: Authorization = { ...given, address: listed }
    return {
      name: `authorization ${JSON.stringify(asked)}`,
      ins: [0x34],
      path,
      ours: async (exchange) => {
        const signed = await signAuthorization(exchange, path, asked)
        return recoverAuthorizationAddress({ authorization: { ...asked, ...signed } })
      },
      kits: ({ signer, resultOf }) =>
        resultOf(
          signer.signDelegationAuthorization(
            withoutRoot(path),
            asked.chainId,
            asked.address,
            asked.nonce,
          ),
        ),
    }
  })

const messages = (count: number, seed: number): Pair[] =>
  draw(fc.tuple(random.path, random.message), count, seed).map(([path, message]) => ({
    name: `message ${message}`,
    ins: [0x08],
    path,
    ours: async (exchange) =>
      recoverAddress({
        hash: hashMessage({ raw: message }),
        signature: await signMessageOnDevice(exchange, path, message),
      }),
    kits: ({ signer, resultOf }) =>
      resultOf(signer.signMessage(withoutRoot(path), hexToBytes(message))),
  }))

/** True if the kit can tell the app of it too: it takes no bytes for no value. */
const fitsKit = (data: TypedData): boolean =>
  fitsFields(data) && !JSON.stringify(data.message).includes('"0x"')

const viemHashOf = (data: unknown): Hex => viemHash(data as TypedDataDefinition)

const typedData = (count: number, seed: number): Pair[] =>
  draw(fc.tuple(random.path, anyTypedData), 4 * count, seed)
    .map(([path, data]) => ({ path, data: readTypedData(data, true) }))
    .filter(({ data }) => fitsKit(data))
    .slice(0, count)
    .map(({ path, data }) => ({
      name: `typed data ${JSON.stringify(data)}`,
      ins: [0x0c, 0x1a, 0x1c],
      path,
      ours: async (exchange) =>
        recoverAddress({
          hash: viemHashOf(data),
          signature: await signTypedDataOnDevice(exchange, path, data),
        }),
      kits: ({ signer, resultOf }) =>
        resultOf(signer.signTypedData(withoutRoot(path), structuredClone(data))),
    }))

const addresses = (count: number, seed: number): Pair[] =>
  draw(fc.tuple(random.path, random.chainId), count, seed).flatMap(([path, chainId]) => [
    {
      name: `address ${path}`,
      ins: [0x02],
      path,
      ours: (exchange) => askAddress(exchange, path),
      kits: ({ signer, resultOf }) => resultOf(signer.getAddress(withoutRoot(path))),
    },
    {
      name: `address ${path} shown for ${chainId}`,
      ins: [0x02],
      path,
      ours: (exchange) => confirmAddress(exchange, path, chainId),
      kits: ({ signer, resultOf }) =>
        resultOf(signer.getAddress(withoutRoot(path), { checkOnDevice: true, chainId })),
    },
  ])

const kinds = { transactions, authorizations, messages, typedData, addresses }

/** How many requests of each kind are drawn. */
export type Counts = Record<keyof typeof kinds, number>

/** The wallet's own command that the kit has not: it makes the app forget typed data of before. */
const isForget = (apdu: Uint8Array): boolean => apdu[1] === 0x1a && apdu[3] === 0x01

/** Returns the reports in which commands came, without their channel, which each program draws at random. */
const reportsOf = (
  { framesOf }: ReturnType<typeof createHid>,
  apdus: readonly Uint8Array[],
): Hex[] =>
  apdus.flatMap((apdu) => (framesOf.get(apdu) ?? []).map((frame) => bytesToHex(frame.subarray(2))))

/** Commands of the kit beside those that sign: which app runs, its settings, the address, and a challenge. */
const beside = new Set(['b001', 'e006', 'e002', 'e020'])

/**
 * Has the wallet and Ledger's own kit ask two devices of one seed for the same, and compares all commands of the
 * instructions in question to the byte, in their reports. Who signed is found by viem alone.
 */
export const judge = async (counts: Counts, seed: number): Promise<Judged> => {
  const compared: Counts = {
    transactions: 0,
    authorizations: 0,
    messages: 0,
    typedData: 0,
    addresses: 0,
  }
  const judged: Judged = { requests: 0, compared, apdus: 0, differing: [], wrong: [] }
  const mine = createHid(createLedgerApp(newDevice()))
  const theirs = createHid(createLedgerApp(newDevice()))
  const { exchange, close } = await openDevice(mine.hid, mine.device)
  const kit = await openKit(theirs)
  const pairs = (Object.keys(kinds) as (keyof Counts)[]).flatMap((kind, index) =>
    kinds[kind](counts[kind], seed + index).map((pair) => ({ kind, pair })),
  )
  for (const { kind, pair } of pairs) {
    const { name, ins, ours, kits, path } = pair
    const owner = await askAddress(exchange, path)
    mine.clear()
    theirs.clear()
    const signer = await ours(exchange)
    if (signer !== owner) judged.wrong.push(name)
    await kits(kit).catch((error: unknown) => judged.differing.push(`${name}: ${String(error)}`))
    const inQuestion = (apdus: readonly Uint8Array[]) =>
      apdus.filter((apdu) => apdu[0] === 0xe0 && ins.includes(apdu[1] ?? 0) && !isForget(apdu))
    const own = inQuestion(mine.apdus)
    // The kit reads the address before it signs.
    const kitted = ins.includes(0x02)
      ? theirs.apdus.filter(([cla]) => cla === 0xe0)
      : inQuestion(theirs.apdus)
    const others = theirs.apdus.filter(
      (apdu) => !kitted.includes(apdu) && !beside.has(bytesToHex(apdu.subarray(0, 2)).slice(2)),
    )
    judged.requests++
    compared[kind]++
    judged.apdus += own.length
    const isSame =
      own.length > 0 && reportsOf(mine, own).join('\n') === reportsOf(theirs, kitted).join('\n')
    if (!isSame || others.length > 0) judged.differing.push(name)
  }
  await close()
  kit.close()
  return judged
}
