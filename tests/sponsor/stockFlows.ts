import { setTimeout } from 'node:timers/promises'
import { isAddressEqual, type Address } from 'viem'
import { eventsOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import type { World } from '@/lib/batch/world'
import { suggestFees } from '@/lib/network/fees'
import { stockSender } from '../chain/stockBundler.ts'
import { chainId, run, worldOf, type Account, type Bed } from './sponsorBed.ts'
import { approved, byTokens, dollars, type Flow } from './sponsoredFlows.ts'

/** The longest time for a bundle, in ms: the bundler looks for operations by its own clock. */
const patience = 60_000

/** Lets a runner work until the batch is over. Throws if the bundler refused its operation, or did not send it. */
const settled = async (world: World, key: string): Promise<void> => {
  const until = Date.now() + patience
  let found = await run(world, key)
  while (found.status === 100 && Date.now() < until) {
    const refused = (await eventsOf(key)).find(({ type }) => type === 'refused')
    if (refused) throw new Error(`the bundler refused it: ${JSON.stringify(refused)}`)
    await setTimeout(100)
    found = await run(world, key)
  }
  for (const { transactionHash } of found.receipts ?? []) {
    const sent = await world.request(chainId, 'eth_getTransactionByHash', [transactionHash])
    if (!isAddressEqual((sent as { from: Address }).from, stockSender))
      throw new Error('somebody else sent it')
  }
}

const plain = async (bed: Bed, account: Account, count: number): Promise<string> => {
  const key = await approved(bed, account, dollars(bed, count))
  await settled(worldOf(account), key)
  return key
}

/** Flows that a stock bundler sends, which follows rules that nobody here has written. */
export const stockFlows: readonly Flow[] = [
  {
    name: 'by a stock bundler, with the upgrade',
    expected: 200,
    go: (bed, who) => plain(bed, who, 2),
  },
  {
    name: 'by a stock bundler, of an upgraded account',
    isUpgraded: true,
    expected: 200,
    go: (bed, who) => plain(bed, who, 3),
  },
  {
    name: 'by a stock bundler, two batches one after the other',
    expected: 200,
    go: async (bed, who) => {
      await plain(bed, who, 1)
      return plain(bed, who, 2)
    },
  },
  {
    name: 'by a stock bundler, paid in tokens with the upgrade',
    expected: 200,
    go: (bed, who) => byTokens(bed, who, true, settled),
  },
  {
    name: 'by a stock bundler, paid in tokens',
    isUpgraded: true,
    expected: 200,
    go: (bed, who) => byTokens(bed, who, false, settled),
  },
  {
    name: 'by a stock bundler that gets it from three workers',
    expected: 200,
    go: async (bed, who) => {
      const key = await approved(bed, who, dollars(bed, 2))
      const world = worldOf(who)
      const { sponsors } = world
      // A worker that is stopped right after it sent it learns of no answer.
      const send: typeof sponsors.send = async (...asked) => {
        await sponsors.send(...asked)
        return { failed: 'silent' }
      }
      for (let workers = 0; workers < 2; workers++)
        await createRunner({ ...world, sponsors: { ...sponsors, send } }, suggestFees).advance()
      await settled(world, key)
      return key
    },
  },
]
