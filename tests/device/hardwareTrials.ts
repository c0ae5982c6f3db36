import { journal } from '@/lib/db'
import { rpc } from '../chain/rpc.ts'
import { startChain } from '../chain/index.ts'
import { leadTo } from '../harness/leadTo.ts'
import { chainId, openDeviceWallet, type DeviceWallet } from './deviceWallet.ts'
import { requestOf, troubles } from './deviceFaults.ts'
import { flows } from './deviceFlows.ts'

/** How many flows and faults there were, and what went wrong in which. */
type Trials = { flows: number; faults: number; wrong: string[] }

/** Runs on a chain that is put back before each run. */
const onChain = async (
  run: (
    each: <T>(act: (wallet: DeviceWallet) => Promise<T>) => Promise<T>,
    contracts: Awaited<ReturnType<typeof startChain>>['contracts'],
  ) => Promise<void>,
): Promise<void> => {
  const chain = await startChain({ hardfork: 'prague' })
  const letGo = leadTo(chainId, chain.url)
  try {
    await run(async (act) => {
      const snapshot = await rpc(chain.url, 'evm_snapshot')
      try {
        return await act(await openDeviceWallet(chain.url))
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
const meets = async (
  wallet: DeviceWallet,
  { says, isInOrder, meet }: (typeof troubles)[number],
  usdc: Parameters<typeof requestOf>[1],
): Promise<string[]> => {
  const wrong: string[] = []
  await wallet.approved(requestOf(wallet.own, usdc, isInOrder))
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
      for (const text of await each((wallet) => run(wallet, contracts)))
        wrong.push(`${name}: ${text}`)
    for (const trouble of troubles)
      for (const text of await each((wallet) => meets(wallet, trouble, contracts.usdc)))
        wrong.push(`${trouble.name}: ${text}`)
  })
  return { flows: flows.length, faults: troubles.length, wrong }
}
