import { encodeAbiParameters, pad, parseAbiParameters, type Hex } from 'viem'
import { stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import type { CallsStatus } from '@/lib/batch/status'
import type { World } from '@/lib/batch/world'
import { journal, type Call } from '@/lib/db'
import { suggestFees } from '@/lib/network/fees'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { rpc } from '../chain/rpc.ts'
import { bob, stranger } from '../unit/accounts.ts'
import { ended } from './operationJudge.ts'
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
  /** Set if the account has coin, and could pay itself. */
  hasCoin?: true
  /** Set if the account pays for something else: a cancellation, or a batch of its own. */
  pays?: true
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

/** An operation that was signed, and that its bundler holds. */
type Held = { key: string; world: World; hash: Hex }

/** Approves a batch and signs it, and has its bundler hold it. */
const held = async (bed: Bed, account: Account, context?: string): Promise<Held> => {
  bed.sponsors.bundler.hold()
  const key = await approved(bed, account, dollars(bed, 2), context)
  const world = worldOf(account)
  await createRunner(world, suggestFees).advance()
  const [hash] = [...bed.sponsors.bundler.held.keys()]
  if (!hash || bed.sponsors.bundler.held.size > 1) throw new Error('its bundler does not hold it')
  return { key, world, hash }
}

/** Runs a batch, and throws if it does not come to a status. */
const comesTo = async (world: World, key: string, wanted: number): Promise<void> => {
  const { status } = await run(world, key)
  if (status !== wanted) throw new Error(`it has the status ${status}, not ${wanted}`)
}

/** Has a worker look at a batch some more times, as the watch does, also where nothing has happened yet. */
const workOn = async (world: World, key: string): Promise<CallsStatus> => {
  const runner = createRunner(world, suggestFees)
  for (let turn = 0; turn < 4; turn++) {
    await runner.look(chainId)
    // Sent again, an operation is answered before the next look.
    await runner.advance()
  }
  return statusOf(key)
}

/** Throws unless the logs of a batch are so many, each of them about tokens of its own account. */
const ownLogs = (account: Account, { receipts = [] }: CallsStatus, count: number): void => {
  const logs = receipts.flatMap((receipt) => receipt.logs)
  const own = pad(account.from, { size: 32 }).toLowerCase()
  if (logs.length !== count || logs.some(({ topics }) => topics[1]?.toLowerCase() !== own))
    throw new Error(`it has other logs than its own: ${JSON.stringify(logs)}`)
}

/** Code that logs, with the four words that its data begin with as topics, what comes after them. */
const imitator = '0x6080360360805f376060356040356020355f35608036035fa400'

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
      const theirs = await approved(bed, other, dollars(bed, 2))
      await createRunner(worldOf(other), suggestFees).advance()
      const key = await approved(bed, who, dollars(bed, 2))
      const world = worldOf(who)
      await createRunner(world, suggestFees).advance()
      await bed.sponsors.bundler.bundle()
      ownLogs(who, await run(world, key), 2)
      ownLogs(other, await run(worldOf(other), theirs), 2)
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
    pays: true,
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
      // A block has the cancellation, and may yet be another one.
      await comesTo(world, key, 100)
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
    pays: true,
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
      return key
    },
  },
  {
    name: 'of an account with coin, with the upgrade',
    hasCoin: true,
    expected: 200,
    go: (bed, who) => plain(bed, who, 2),
  },
  {
    name: 'of an upgraded account with coin',
    isUpgraded: true,
    hasCoin: true,
    expected: 200,
    go: (bed, who) => plain(bed, who, 2),
  },
  {
    name: 'that its bundler sends twice',
    expected: 200,
    go: async (bed, who) => {
      const { bundler } = bed.sponsors
      const { key, world, hash } = await held(bed, who)
      const wire = bundler.held.get(hash)
      await bundler.bundle()
      if (wire) bundler.held.set(hash, wire)
      await bundler.bundle()
      ownLogs(who, await run(world, key), 2)
      return key
    },
  },
  {
    name: 'that its bundler sends twice in one bundle, and then alone',
    expected: 200,
    go: async (bed, who) => {
      const { bundler } = bed.sponsors
      const { key, world, hash } = await held(bed, who)
      const wire = bundler.held.get(hash)
      await bundler.bundle([hash, hash], { keeps: true })
      await comesTo(world, key, 100)
      if (!wire || !bundler.held.has(hash)) throw new Error('its bundler lost it')
      await bundler.bundle()
      ownLogs(who, await run(world, key), 2)
      return key
    },
  },
  {
    name: 'that its bundler drops, and takes when it is sent again',
    expected: 200,
    go: async (bed, who) => {
      const { bundler } = bed.sponsors
      const { key, world } = await held(bed, who)
      bundler.reset()
      await workOn(world, key)
      return key
    },
  },
  {
    name: 'that a reorg takes back, and a later block has again',
    expected: 200,
    go: async (bed, who) => {
      const { key, world } = await held(bed, who)
      const before = await bed.node<string>('evm_snapshot')
      await bed.sponsors.bundler.bundle()
      await comesTo(world, key, 200)
      await bed.node('evm_revert', before)
      // The other chain has more blocks, and at other times.
      await bed.node('anvil_mine', '0x3', '0x2')
      await comesTo(world, key, 100)
      bed.sponsors.bundler.reset()
      ownLogs(who, await workOn(world, key), 2)
      return key
    },
  },
  {
    name: 'whose end another contract imitates',
    expected: 100,
    go: async (bed, who) => {
      const { key, world, hash } = await held(bed, who)
      const signed = (await stateOf(key)).transactions[0]?.operation?.signed
      const paymaster = pad(bed.sponsors.signing.paymaster, { size: 32 })
      const topics = [ended, hash, pad(who.from, { size: 32 }), paymaster]
      const values = [BigInt(signed?.nonce ?? 0), true, 1n, 1n] as const
      const words = encodeAbiParameters(parseAbiParameters('uint256,bool,uint256,uint256'), values)
      const data: Hex = `0x${[...topics, words].map((part) => part.slice(2)).join('')}`
      await bed.node('anvil_setCode', stranger, imitator)
      await bed.sendAs(bob, { to: stranger, data })
      const filter = { address: stranger, topics: [ended, hash], fromBlock: '0x0' }
      if ((await rpc<unknown[]>(bed.url, 'eth_getLogs', [filter])).length !== 1)
        throw new Error('nothing imitates it')
      await run(world, key)
      return key
    },
  },
  {
    name: 'whose paymaster pays for ten years, and whose bundler waits past the deadline',
    expected: 500,
    go: async (bed, who) => {
      const validUntil = Math.floor(Date.now() / 1000) + 10 * 365 * 86_400
      const { key, world } = await held(bed, who, JSON.stringify({ validUntil }))
      const before = await bed.tokensOf(who.from)
      const { deadline = 0 } = (await stateOf(key)).transactions[0] ?? {}
      // The chain's clock may lie minutes behind the wallet's, as it was taken back.
      await bed.node('evm_setNextBlockTimestamp', deadline + 60)
      await bed.node('evm_mine')
      await bed.sponsors.bundler.bundle()
      await run(world, key)
      if ((await bed.tokensOf(who.from)) !== before) throw new Error('its calls ran')
      return key
    },
  },
  {
    name: 'while which the account signs nothing else',
    hasCoin: true,
    pays: true,
    expected: 200,
    go: async (bed, who) => {
      const { key, world } = await held(bed, who)
      const own = dollars(bed, 1)
      const asked = { from: who.from, chainId, calls: own, atomicRequired: false }
      const next = await approve(who.from, own, await quoteBatch(asked))
      await comesTo(world, next, 100)
      if ((await stateOf(next)).transactions.length > 0) throw new Error('the next one was signed')
      await bed.sponsors.bundler.bundle()
      await comesTo(world, key, 200)
      await createRunner(world, suggestFees).advance()
      await bed.node('evm_mine')
      await comesTo(world, next, 200)
      return key
    },
  },
  {
    name: 'whose cancellation is signed though its worker is stopped',
    hasCoin: true,
    pays: true,
    expected: 400,
    go: async (bed, who) => {
      const { key, world } = await held(bed, who)
      const price = await createRunner(world, suggestFees).price(key, 'cancel')
      if (typeof price === 'string') throw new Error(price)
      // Stopped when it had the cancellation on disk, and had sent nothing.
      const silent = (...[chain, method, params]: Parameters<World['request']>) =>
        method === 'eth_sendRawTransaction'
          ? Promise.reject(new Error('the worker is gone'))
          : world.request(chain, method, params)
      await createRunner({ ...world, request: silent }, suggestFees).cancel(key, price)
      const runner = createRunner(world, suggestFees)
      await runner.advance()
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
]
