import type { Address, Hash } from 'viem'
import { freeze } from '@/lib/batch/freeze'
import { addBatch, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { statusCode, type Code } from '@/lib/batch/status'
import type { World } from '@/lib/batch/world'
import { journal, type Batch, type Mode } from '@/lib/db'
import { executor } from '@/lib/delegate/executor'
import { rpc } from '../chain/rpc.ts'
import { breakable, type Fault } from './kill.ts'
import { address, newWorld } from './world.ts'

/** Recipients that nobody else pays, one for each call. */
const recipients = [1, 2, 3].map((n): Address => `0x${`c0ffee${n}`.padStart(40, '0')}`)

const fees = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x3b9aca00' } as const

const approve = async (url: string, mode: Mode): Promise<Batch> => {
  const { hash } = await rpc<{ hash: Hash }>(url, 'eth_getBlockByNumber', ['0x0', false])
  const isAtomic = mode === 'atomic'
  const batch = freeze(
    {
      ...{ key: '0', origin: 'https://dapp.example', id: 'id', method: 'wallet_sendCalls', mode },
      ...{ from: address, chainId: 31337, genesis: hash, upgrade: isAtomic, fees },
      calls: recipients.map((to) => ({ to, value: '0x1', data: '0x' })),
      delegate: isAtomic ? executor : null,
      gas: isAtomic ? ['0x493e0'] : recipients.map(() => '0x5208' as const),
    },
    Date.now(),
  )
  await addBatch(batch)
  return batch
}

/** A chain that stalls for longer than these take, about 20 s, is a failure of its own. */
const maxLooks = 1_000

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

/** What a batch came to: how often each call took effect, and the status it ended with. */
export type Outcome = { paid: number[]; status: Code; lies: number }

const paid = async (url: string): Promise<number[]> =>
  Promise.all(
    recipients.map(async (to) => Number(await rpc<string>(url, 'eth_getBalance', [to, 'latest']))),
  )

/** Works as a worker does until the batch is through; counts what it said that was not so. */
const work = async (url: string, world: World, batch: Batch): Promise<Outcome> => {
  const runner = createRunner(world, () => Promise.resolve(fees))
  let lies = 0
  for (let looks = 0; looks < maxLooks; looks++) {
    await runner.advance()
    await runner.look(batch.chainId).catch(() => false)
    const status = statusCode(batch, await stateOf(batch.key))
    if (status !== 100) return { paid: await paid(url), status, lies }
    // As long as it says pending, something must still be missing.
    if ((await paid(url)).some((count) => count > 1)) lies++
    // At first the clock runs ahead, so that nothing waits long to be tried again; then a slow chain gets time.
    await (looks < 50 ? world.wait(2_000) : pause())
  }
  return { paid: await paid(url), status: 100, lies }
}

/** One batch from approval to its end, broken once or more on the way and taken up again each time. */
export const trial = async (
  url: string,
  mode: Mode,
  faults: readonly Fault[] = [],
  change: (world: World) => World = (world) => world,
) => {
  const snapshot = await rpc(url, 'evm_snapshot', [])
  await Promise.all(journal.tables.map((table) => table.clear()))
  const batch = await approve(url, mode)
  const names: string[] = []
  let outcome: Outcome | 'killed' = 'killed'
  for (const fault of [...faults, undefined]) {
    const run = breakable(newWorld(url), fault)
    outcome = await Promise.race([run.killed, work(url, change(run.world), batch)])
    names.push(...run.names)
    if (outcome !== 'killed') break
  }
  await rpc(url, 'anvil_dropAllTransactions')
  await rpc(url, 'evm_revert', [snapshot])
  if (outcome === 'killed') throw new Error('the last run is never killed')
  return { ...outcome, names }
}

/** Whether an outcome is the one right one; what is wrong with it otherwise. */
export const judge = ({ paid: counts, status, lies }: Outcome) => ({
  lost: counts.filter((count) => count === 0).length,
  doubled: counts.filter((count) => count > 1).length,
  wrong: Number(status !== 200) + lies,
})
