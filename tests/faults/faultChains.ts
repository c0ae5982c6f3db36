import { createFaults } from '../chain/faults.ts'
import { startPreconfirmingChain, type PreconfirmingChain } from '../chain/preconfirm.ts'
import type { Hold } from '../chain/preconfirmFault.ts'
import { ask } from '../chain/preconfirmNode.ts'
import { startProxy } from '../chain/preconfirmProxy.ts'
import { readerOf } from '../chain/preconfirmReader.ts'
import { plantRouter } from '../chain/router.ts'
import { bob } from '../unit/accounts.ts'
import { createActivity, type Activity } from './activity.ts'
import type { Clock } from './clock.ts'

/** Slots in an epoch: two epochs are longer than the deepest reorg, yet few blocks to mine. */
const epoch = 4

/** Number of cases after which a new chain is started: past 500 blocks anvil loses states and snapshots. */
const cases = 12

/** Seconds by which the second chain began earlier, so that its genesis differs. */
const apart = 1_000

type Options = { chainId?: number; nullPending?: boolean; inFlightUntil?: 'sealed' }

/** Starts the chains of a run once, and reverts them to their beginning for each case. */
export const startChains = ({ chainId = 31337, ...options }: Options = {}) => {
  const activity: Activity = createActivity()
  let clock: Clock | undefined
  const started: Promise<{ chain: PreconfirmingChain; snapshot: unknown }>[] = []

  const uses = new Map<number, number>()

  const hold: Hold = async (ms, { id }) => {
    activity.held.add(Number(id))
    await clock?.sleep(ms)
  }

  const start = async (index: number) => {
    const startedAt = 1_700_000_000 - index * apart
    const chain = await startPreconfirmingChain({ ...options, chainId, startedAt, epoch, hold })
    await plantRouter(chain.anvilUrl, bob)
    await chain.seal()
    return { chain, snapshot: await readerOf(chain.url).ask('evm_snapshot') }
  }

  /** Starts a second node of the first chain, with faults of its own; it serves sealed blocks only. */
  const startWitness = async () => {
    const anvilUrl = (await started[0])?.chain.anvilUrl ?? ''
    const { take, ...faults } = createFaults()
    const forward = (method: string, params: unknown[]) => ask(anvilUrl, method, params)
    return { ...(await startProxy(forward, { take }, 0, hold)), faults }
  }
  let witness: ReturnType<typeof startWitness> | undefined

  /** Returns the running chain; stops it and returns undefined after enough cases. */
  const renewed = async (index: number) => {
    const count = (uses.get(index) ?? 0) + 1
    uses.set(index, count % cases)
    if (count < cases) return started[index]
    await (await started[index])?.chain.stop()
    if (index === 0) {
      await (await witness)?.stop()
      witness = undefined
    }
    return undefined
  }

  /** Returns a chain in its first state. */
  const fresh = async (index: number): Promise<PreconfirmingChain> => {
    const known = await renewed(index)
    const { chain, snapshot } = await (known ?? start(index))
    const { ask } = readerOf(chain.url)
    chain.faults.clear()
    if (known) {
      await ask('anvil_dropAllTransactions')
      await ask('evm_revert', snapshot)
    }
    const again = known ? await ask('evm_snapshot') : snapshot
    started[index] = Promise.resolve({ chain, snapshot: again })
    return chain
  }

  return {
    chainId,
    activity,
    /** Sets the clock by which silence of a node is measured. */
    pass: (other: Clock) => {
      clock = other
    },
    first: () => fresh(0),
    /** Returns another chain with the same id. */
    second: () => fresh(1),
    witness: async () => {
      witness ??= startWitness()
      const node = await witness
      node.faults.clear()
      return node
    },
    stop: async () => {
      await (await witness)?.stop()
      for (const one of started) await (await one).chain.stop()
    },
  }
}

export type Chains = ReturnType<typeof startChains>
