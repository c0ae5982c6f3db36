import { journal } from '@/lib/db'
import { rpc } from '../chain/rpc.ts'
import { startChain } from '../chain/index.ts'
import { leadTo } from '../harness/leadTo.ts'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { chainId, openDeviceWallet, type TrialWallet } from './deviceWallet.ts'
import { requestOf, troubles } from './deviceFaults.ts'
import { flows } from './deviceFlows.ts'
import { qrTroubles } from './qrFaults.ts'
import { qrFlows } from './qrFlows.ts'
import { openQrWallet } from './qrWallet.ts'

/** How many flows and faults there were, and what went wrong in which. */
export type Trials = { flows: number; faults: number; wrong: string[] }

/** Opens a wallet over a chain that is put back before each run. */
type Each = <Wallet, T>(
  open: (url: string) => Promise<Wallet>,
  act: (wallet: Wallet) => Promise<T>,
) => Promise<T>

/** Runs on a chain that is put back before each run. */
const onChain = async (
  run: (
    each: Each,
    contracts: Awaited<ReturnType<typeof startChain>>['contracts'],
  ) => Promise<void>,
): Promise<void> => {
  const chain = await startChain({ hardfork: 'prague' })
  const letGo = leadTo(chainId, chain.url)
  try {
    await run(async (open, act) => {
      const snapshot = await rpc(chain.url, 'evm_snapshot')
      try {
        return await act(await open(chain.url))
      } finally {
        await rpc(chain.url, 'evm_revert', [snapshot])
      }
    }, chain.contracts)
  } finally {
    letGo()
    await chain.stop()
  }
}

/** Fields that the batch asks for, without those that change by the clock. */
const bytesAsked = async (): Promise<string> =>
  JSON.stringify(
    (await journal.signings.toArray()).map(({ id, unsigned, authorize }) => [
      id,
      unsigned,
      authorize,
    ]),
  )

/** Meets a fault half-way through a batch: it has to be named, to change nothing, and to be over once it is mended. */
const meets = async <Wallet extends TrialWallet>(
  wallet: Wallet,
  { says, meet }: { says: string; meet: (wallet: Wallet) => Promise<string> },
  request: BatchRequest,
): Promise<string[]> => {
  const wrong: string[] = []
  await wallet.approved(request)
  await wallet.runner.advance()
  const before = await bytesAsked()
  const said = await meet(wallet)
  if (said !== says) wrong.push(`said ${said}, not ${says}`)
  await wallet.runner.advance()
  if ((await bytesAsked()) !== before) wrong.push('other bytes are asked for')
  if ((await wallet.transactions()).length > 0) wrong.push('something was signed')
  const { status } = await wallet.finish()
  if (status !== 200) wrong.push(`ended with ${status}`)
  return wrong
}

/** Runs every flow and every fault of a Ledger. */
export const runTrials = async (): Promise<Trials> => {
  const wrong: string[] = []
  await onChain(async (each, contracts) => {
    for (const { name, run } of flows)
      for (const text of await each(openDeviceWallet, (wallet) => run(wallet, contracts)))
        wrong.push(`${name}: ${text}`)
    for (const trouble of troubles)
      for (const text of await each(openDeviceWallet, (wallet) =>
        meets(wallet, trouble, requestOf(wallet.own, contracts.usdc, trouble.isInOrder)),
      ))
        wrong.push(`${trouble.name}: ${text}`)
  })
  return { flows: flows.length, faults: troubles.length, wrong }
}

/** Runs every flow and every fault of a QR device. */
export const runQrTrials = async (): Promise<Trials> => {
  const wrong: string[] = []
  await onChain(async (each, contracts) => {
    for (const { name, form, run } of qrFlows)
      for (const text of await each(
        (url) => openQrWallet(url, form),
        (wallet) => run(wallet, contracts),
      ))
        wrong.push(`${name}: ${text}`)
    for (const trouble of qrTroubles)
      for (const text of await each(
        (url) => openQrWallet(url),
        (wallet) => meets(wallet, trouble, requestOf(wallet.own, contracts.usdc, true)),
      ))
        wrong.push(`${trouble.name}: ${text}`)
  })
  return { flows: qrFlows.length, faults: qrTroubles.length, wrong }
}
