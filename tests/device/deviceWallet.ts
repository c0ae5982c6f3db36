import * as v from 'valibot'
import { numberToHex, parseEther, type Address, type Hex } from 'viem'
import { decisionOf } from '@/components/approvals/approval'
import { askAddress } from '@/components/devices/ledger/address'
import { openDevice } from '@/components/devices/ledger/openDevice'
import { pathOf } from '@/components/devices/ledger/path'
import { signOnDevice, type DeviceRequest } from '@/components/devices/ledger/signOnDevice'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { approveBatch, batchDecision, type BatchDecision } from '@/lib/batch/approveBatch'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { batchOf, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { statusCode, type StatusCode } from '@/lib/batch/status'
import { cache, journal, type Account, type Approval, type Fees } from '@/lib/db'
import { deviceExecutor, executor } from '@/lib/delegate/executor'
import { answerSigning, askedFor, withDevices } from '@/lib/devices/signings'
import { authorizationIn, unsignedOf } from '@/lib/devices/signingBytes'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { rpc } from '../chain/rpc.ts'
import { askChain } from '../harness/askChain.ts'
import { connectSite } from '../harness/connectSite.ts'
import { newWorld } from '../harness/world.ts'
import { dapp } from '../unit/accounts.ts'
import { createHid } from './hidBoundary.ts'
import { createLedgerApp, type Device } from './ledgerApp.ts'
import { newDevice } from './newDevice.ts'

/** The chain that trials run on. */
export const chainId = 31337

const path = pathOf('live', 0)

/** Fees that the network asks. */
const fees: Fees = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x3b9aca00' }

/** Plugs in a device and reads its first address. */
const plugged = async (device: Device) => {
  const boundary = createHid(createLedgerApp(device))
  const { exchange, close } = await openDevice(boundary.hid, boundary.device)
  const own = await askAddress(exchange, path)
  await close()
  return { boundary, own }
}

/** An account in a device, and what has the device sign for it. */
type Held = {
  own: Address
  row: Pick<Account, 'source' | 'devicePath' | 'fingerprint'>
  sign: (asked: DeviceRequest) => Promise<Hex>
}

/**
 * Puts a wallet together whose one batch is of an account in a device, over a chain that has the code for which Ledgers
 * sign. Requests for the chain have to lead to it.
 */
export const openWalletOf = async (url: string, { own, row, sign }: Held) => {
  await Promise.all([...journal.tables, ...cache.tables].map((table) => table.clear()))
  await connectSite()
  await journal.accounts.add({ address: own, index: 2, name: 'Account 3', ...row })
  await rpc(url, 'anvil_setBalance', [own, numberToHex(parseEther('10'))])
  const code = await rpc<Hex>(url, 'eth_getCode', [executor, 'latest'])
  await rpc(url, 'anvil_setCode', [deviceExecutor, code])

  const world = newWorld((_, method, params) => askChain(url, method, params))
  world.sign = withDevices(world.sign)
  world.asked = askedFor
  const network: { fees: Fees } = { fees }
  const runner = createRunner(world, () => Promise.resolve(network.fees))

  /** Approves a batch by a decision, as the background does. */
  const approve = async (asked: BatchRequest, decision: BatchDecision) => {
    // The wallet itself asks for what takes a delegate away.
    const by = asked.revokes
      ? { origin: internalOrigin, method: 'eth_sendTransaction' }
      : { origin: dapp, method: 'wallet_sendCalls' }
    const row = { id: 'key', ...by, params: [asked] }
    const decided = v.parse(batchDecision, decision)
    const { write } = await approveBatch(row as unknown as Approval, asked, 'id', decided)
    await write()
  }

  /** Quotes and approves a batch, as the window does. */
  const approved = async (asked: BatchRequest) => {
    const quote = await quoteBatch(asked)
    await approve(asked, { ...decisionOf(quote), fees: network.fees })
    return quote
  }

  /** Returns what a row asks for next: its ID, and what the device is to sign. */
  const nextAsked = async () => {
    const row = (await journal.signings.where({ key: 'key' }).toArray()).find(
      ({ signature }) => !signature,
    )
    if (!row) return undefined
    const authorization = row.authorization ? undefined : authorizationIn(row)
    const asked: DeviceRequest = authorization
      ? { kind: 'authorization', authorization }
      : { kind: 'transaction', unsigned: unsignedOf(row) ?? '0x' }
    const part: 'authorization' | 'transaction' = authorization ? 'authorization' : 'transaction'
    return { id: row.id, row, part, asked }
  }

  /** Has the device sign all that rows ask for; gives the parts in their order. */
  const answer = async (): Promise<string[]> => {
    const signed: string[] = []
    for (;;) {
      const next = await nextAsked()
      if (!next) return signed
      const outcome = await answerSigning(next.id, next.part, await sign(next.asked))
      if (outcome !== 'done') throw new Error(`a signature was ${outcome}`)
      signed.push(next.part)
    }
  }

  const status = async (): Promise<StatusCode> =>
    statusCode(await batchOf('key'), await stateOf('key'))

  /** Runs the batch to its end with the device at hand; gives what was signed. */
  const finish = async () => {
    const signed: string[] = []
    for (let looks = 0; looks < 400; looks++) {
      await runner.advance()
      signed.push(...(await answer()))
      await runner.look(chainId)
      const ended = await status()
      if (ended !== 100) return { status: ended, signed }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return { status: 100, signed }
  }

  return {
    url,
    own,
    network,
    runner,
    approve,
    approved,
    sign,
    nextAsked,
    answer,
    finish,
    status,
    transactions: async () => (await stateOf('key')).transactions,
    setCode: (address: Address, to: Hex | undefined) => rpc(url, 'anvil_setCode', [address, to]),
    codeOf: (address: Address) => rpc<Hex>(url, 'eth_getCode', [address, 'latest']),
    weiOf: async (address: Address) =>
      Number(await rpc<Hex>(url, 'eth_getBalance', [address, 'latest'])),
  }
}

/** A wallet with an account in a device. */
export type TrialWallet = Awaited<ReturnType<typeof openWalletOf>>

/** Puts a wallet together with an account in a Ledger. */
export const openDeviceWallet = async (url: string) => {
  const device = newDevice()
  const { boundary, own } = await plugged(device)

  /** Has the device sign one thing, as an open page does. */
  const sign = async (asked: DeviceRequest): Promise<Hex> => {
    const open = await openDevice(boundary.hid, boundary.device)
    try {
      return await signOnDevice(open.exchange, { path, address: own }, asked)
    } finally {
      await open.close()
    }
  }
  const row = { source: 'ledger', devicePath: path } as const
  return Object.assign(await openWalletOf(url, { own, row, sign }), { device, boundary })
}

/** A wallet with an account in a Ledger. */
export type DeviceWallet = Awaited<ReturnType<typeof openDeviceWallet>>
