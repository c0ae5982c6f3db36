import { stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import type { World } from '@/lib/batch/world'
import { journal, type Call } from '@/lib/db'
import { suggestFees } from '@/lib/network/fees'
import { stranger } from '../unit/accounts.ts'
import {
  approve,
  chainId,
  quoted,
  run,
  statusOf,
  unit,
  worldOf,
  type Account,
  type Bed,
} from './sponsorBed.ts'

/** A batch that somebody else pays for: how it comes about, and the status that it has to end with. */
export type Flow = {
  name: string
  isUpgraded?: boolean
  expected: number
  /** Has the batch quoted, approved and run; returns its key. */
  go: (bed: Bed, account: Account) => Promise<string>
}

/** Returns so many calls that pay a dollar each. */
export const dollars = (bed: Bed, count: number): Call[] =>
  Array.from({ length: count }, () => bed.tokenCall('transfer', stranger, unit))

/** Quotes and approves a batch that the paymaster which signs pays for. */
export const approved = async (
  { sponsors }: Bed,
  { from }: Account,
  calls: Call[],
  context?: string,
): Promise<string> => {
  const { url } = sponsors.signing
  const asked = { url, optional: false, ...(context === undefined ? {} : { context }) }
  return approve(from, calls, await quoted(from, calls, asked))
}

const plain = async (bed: Bed, account: Account, count: number, context?: string) => {
  const key = await approved(bed, account, dollars(bed, count), context)
  await run(worldOf(account), key)
  return key
}

/** Approves a batch and signs it, and does something before the bundler sends it. */
const beforeBundle = async (
  bed: Bed,
  account: Account,
  act: () => Promise<unknown>,
): Promise<string> => {
  bed.sponsors.bundler.hold()
  const key = await approved(bed, account, dollars(bed, 2))
  const world = worldOf(account)
  await createRunner(world, suggestFees).advance()
  await act()
  await bed.sponsors.bundler.bundle()
  await run(world, key)
  return key
}

/** Has a batch paid in tokens, which `finish` brings to its end. Throws if they are not what was shown at most. */
export const byTokens = async (
  bed: Bed,
  account: Account,
  isFirst: boolean,
  finish: (world: World, key: string) => Promise<unknown> = run,
): Promise<string> => {
  const { url, paymaster } = bed.sponsors.takesTokens
  await bed.sendAs(account.from, bed.tokenCall('approve', paymaster, 50n * unit))
  const calls = dollars(bed, isFirst ? 1 : 3)
  const quote = await quoted(account.from, calls, { url, optional: false })
  const [charge] = quote.sponsor?.charges ?? []
  const before = await bed.tokensOf(account.from)
  const key = await approve(account.from, calls, quote)
  await finish(worldOf(account), key)
  const taken = before - (await bed.tokensOf(account.from)) - BigInt(calls.length) * unit
  if (!charge || taken > BigInt(charge.amount) || taken <= 0n)
    throw new Error(`it took ${taken}, and was to take at most ${charge?.amount}`)
  return key
}

const gone = { send: () => Promise.resolve({ failed: 'silent' as const }) }

/** All flows of `npm run sponsor`. */
export const flows: readonly Flow[] = [
  { name: 'one call, with the upgrade', expected: 200, go: (bed, who) => plain(bed, who, 1) },
  { name: 'three calls, with the upgrade', expected: 200, go: (bed, who) => plain(bed, who, 3) },
  {
    name: 'one call of an upgraded account',
    isUpgraded: true,
    expected: 200,
    go: (bed, who) => plain(bed, who, 1),
  },
  {
    name: 'three calls of an upgraded account',
    isUpgraded: true,
    expected: 200,
    go: (bed, who) => plain(bed, who, 3),
  },
  {
    name: 'with a context for the service',
    expected: 200,
    go: (bed, who) => plain(bed, who, 2, '{"policyId":"a"}'),
  },
  {
    name: 'two batches, one after the other',
    expected: 200,
    go: async (bed, who) => {
      await plain(bed, who, 1)
      return plain(bed, who, 2)
    },
  },
  {
    name: 'paid by a paymaster that takes tokens, with the upgrade',
    expected: 200,
    go: (bed, who) => byTokens(bed, who, true),
  },
  {
    name: 'paid by a paymaster that takes tokens',
    isUpgraded: true,
    expected: 200,
    go: (bed, who) => byTokens(bed, who, false),
  },
  {
    name: 'in one bundle with a stranger’s',
    expected: 200,
    go: async (bed, who) => {
      bed.sponsors.bundler.hold()
      const other = await bed.newAccount()
      const theirs = await approved(bed, other, dollars(bed, 1))
      await createRunner(worldOf(other), suggestFees).advance()
      const key = await approved(bed, who, dollars(bed, 2))
      const world = worldOf(who)
      await createRunner(world, suggestFees).advance()
      await bed.sponsors.bundler.bundle()
      const { receipts = [] } = await run(world, key)
      await run(worldOf(other), theirs)
      const logs = receipts.flatMap((receipt) => receipt.logs)
      if (logs.length !== 2) throw new Error(`it has ${logs.length} logs, not its own two`)
      return key
    },
  },
  {
    name: 'whose tokens are gone before the bundle',
    expected: 500,
    go: (bed, who) =>
      beforeBundle(bed, who, async () =>
        bed.sendAs(who.from, bed.tokenCall('transfer', stranger, 100n * unit)),
      ),
    isUpgraded: true,
  },
  {
    name: 'whose bundler is gone for ever once it has it',
    expected: 200,
    go: async (bed, who) => {
      bed.sponsors.bundler.hold()
      const key = await approved(bed, who, dollars(bed, 2))
      await createRunner(worldOf(who), suggestFees).advance()
      await bed.sponsors.bundler.bundle()
      const world = worldOf(who)
      await run({ ...world, sponsors: { ...world.sponsors, ...gone } }, key)
      return key
    },
  },
  {
    name: 'that its bundler never sends, past its deadline',
    expected: 100,
    go: async (bed, who) => {
      bed.sponsors.bundler.hold()
      const key = await approved(bed, who, dollars(bed, 2))
      const world = worldOf(who)
      await run(world, key)
      await world.wait(11 * 60_000)
      await run(world, key)
      return key
    },
  },
  {
    name: 'in place of one that its bundler never sent',
    expected: 200,
    go: async (bed, who) => {
      bed.sponsors.bundler.hold()
      const lapsed = await approved(bed, who, dollars(bed, 1))
      const world = worldOf(who)
      await run(world, lapsed)
      const key = await approved(bed, who, dollars(bed, 2))
      bed.sponsors.bundler.reset()
      // Of 128 blocks 20 seconds apart half are final.
      await bed.node('anvil_mine', '0x80', '0x14')
      await world.wait(45 * 60_000)
      // Approved just now, by the clock of that world.
      const events = journal.events.where('[key+seq]').between([key, 0], [key, Infinity])
      await events.modify({ at: world.now() })
      const runner = createRunner(world, suggestFees)
      for (let turn = 0; turn < 3; turn++) {
        await runner.advance()
        await runner.look(chainId)
        await bed.node('anvil_mine', '0x60')
        await world.wait(60_000)
      }
      const { status } = await statusOf(lapsed)
      if (status !== 400) throw new Error(`the first one has the status ${status}`)
      return key
    },
  },
  {
    name: 'that waits for unlock, and runs then',
    expected: 200,
    go: async (bed, who) => {
      const key = await approved(bed, who, dollars(bed, 2))
      const world = worldOf(who)
      const locked = { ...world.sponsors, sign: () => Promise.resolve(undefined) }
      await run({ ...world, sponsors: locked }, key)
      if ((await stateOf(key)).transactions.length > 0) throw new Error('it was signed')
      await run(world, key)
      return key
    },
  },
  {
    name: 'cancelled by a transaction of the account',
    expected: 400,
    go: async (bed, who) => {
      bed.sponsors.bundler.hold()
      const key = await approved(bed, who, dollars(bed, 2))
      const world = worldOf(who)
      await run(world, key)
      await bed.node('anvil_setBalance', who.from, '0xde0b6b3a7640000')
      const runner = createRunner(world, suggestFees)
      const price = await runner.price(key, 'cancel')
      if (typeof price === 'string') throw new Error(price)
      await runner.cancel(key, price)
      await bed.node('evm_mine')
      for (let turn = 0; turn < 3; turn++) {
        await bed.node('anvil_mine', '0x60')
        await world.wait(60_000)
        await runner.advance()
        await runner.look(chainId)
      }
      return key
    },
  },
  {
    name: 'after one whose cancellation came too late',
    expected: 200,
    go: async (bed, who) => {
      const { bundler } = bed.sponsors
      bundler.hold()
      const late = await approved(bed, who, dollars(bed, 1))
      const world = worldOf(who)
      await run(world, late)
      await bed.node('anvil_setBalance', who.from, '0xde0b6b3a7640000')
      await bundler.bundle()
      await bed.node('evm_setAutomine', false)
      const runner = createRunner(world, suggestFees)
      const price = await runner.price(late, 'cancel')
      if (typeof price === 'string') throw new Error(price)
      await runner.cancel(late, price)
      bundler.reset()
      const key = await approved(bed, who, dollars(bed, 2))
      await run(world, key)
      if ((await stateOf(key)).transactions.length > 0)
        throw new Error('it would be cancelled, too')
      await bed.node('evm_mine')
      await bed.node('evm_setAutomine', true)
      await run(world, key)
      const { status } = await statusOf(late)
      if (status !== 200) throw new Error(`the first one has the status ${status}`)
      await bed.node('anvil_setBalance', who.from, '0x0')
      return key
    },
  },
]
