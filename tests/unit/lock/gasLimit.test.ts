import { numberToHex, pad, parseTransaction, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { journal, type Batch, type Call } from '@/lib/db'
import { leastsOf } from '@/lib/lock/lockReading'
import { leastGas } from '@/lib/simulate/floor'
import { rpc } from '../../chain/rpc'
import { approve, chainId, openBed, signed, unit, type Bed } from '../../lock/lockBed'
import { shapes } from '../../lock/shapes'
import { alice, bob } from '../accounts'

let bed: Bed
let snapshot: unknown
beforeAll(async () => {
  bed = await openBed(0)
  snapshot = await rpc(bed.url, 'evm_snapshot')
})
afterAll(() => bed.stop())
beforeEach(async () => {
  await rpc(bed.url, 'evm_revert', [snapshot])
  snapshot = await rpc(bed.url, 'evm_snapshot')
  await bed.reset()
})

type Place = {
  name: string
  /** The calls of the batch, on a chain that is made ready for them. */
  calls: () => Promise<Call[]>
  /** Number of locks, and of the tokens that they check. */
  locks: number
  checks: number
  /** Lets all that is checked sit at its least, between the look and the block. */
  strike: () => Promise<unknown>
  /** The part of the limit, in hundredths, that is enough; without it, 92. */
  enough?: bigint
}

const shape = (name: string) => shapes.find((one) => one.name === name)?.calls(bed) ?? []

/** The shop pays half a percent less, which is all that the usual tolerance lets go. */
const toTheFloor = () => bed.tell('Shop', bed.places.shop, 'setCut', [5, 0, 0n])

/** Data that nobody reads, without a byte of zero: they cost more than all that the batch does. */
const letter: Hex = pad('0xff', { size: 24_000, dir: 'right' }).replaceAll('00', 'ff') as Hex

const watchTokens = async (count: number) => {
  for (let made = 0; made < count; made++) {
    const address: Address = await bed.deploy('KindToken', 0)
    await bed.tell('KindToken', address, 'mint', [alice, unit])
    const key = `${chainId}:${address}`
    await journal.assets.put({ key, chainId, address, standard: 'ERC20', addedAt: made })
  }
}

const swaps = (count: number): Call[] =>
  Array.from({ length: count }, () => shape('dollars for tokens')).flat()

const places: Place[] = [
  {
    name: 'tokens that the calls have just moved',
    calls: () => Promise.resolve(shape('dollars for tokens')),
    locks: 2,
    checks: 2,
    strike: toTheFloor,
  },
  {
    name: 'sixteen tokens that no call touches',
    calls: async () => {
      await watchTokens(16)
      return swaps(36)
    },
    locks: 2,
    checks: 18,
    strike: toTheFloor,
  },
  {
    name: 'what is taken back, whose gas is refunded',
    calls: () => Promise.resolve(shape('tokens for dollars')),
    locks: 3,
    checks: 2,
    strike: toTheFloor,
  },
  {
    name: 'data that cost more than what they do',
    calls: () =>
      Promise.resolve([...shape('dollars for tokens'), { to: bob, value: '0x0', data: letter }]),
    locks: 2,
    checks: 2,
    strike: toTheFloor,
  },
  {
    name: 'an account that is upgraded by it',
    calls: async () => {
      await rpc(bed.url, 'anvil_setCode', [alice, '0x'])
      await rpc(bed.url, 'evm_mine')
      return shape('dollars for tokens')
    },
    locks: 2,
    checks: 2,
    strike: toTheFloor,
  },
  {
    name: 'a payee who had something, and has nothing now',
    calls: async () => {
      await bed.tell('KindToken', bed.places.token, 'mint', [bob, unit])
      return shape('tokens given and pulled')
    },
    locks: 3,
    checks: 2,
    strike: () => bed.tell('KindToken', bed.places.token, 'transfer', [alice, unit]),
    // His balance is written anew, for which the margin is there.
    enough: 100n,
  },
]

/** Runs a batch with a part, in hundredths, of its gas limit. Returns what it used, and the floor that its data set. */
const run = async (batch: Batch, hundredths: bigint) => {
  const before = await rpc(bed.url, 'evm_snapshot')
  const gas = batch.gas.map((limit) => numberToHex((BigInt(limit) * hundredths) / 100n))
  const raw = await signed(bed.url, { ...batch, gas }, true)
  const { data = '0x' } = parseTransaction(raw)
  // Below the floor of its data no node takes it.
  const hash = await rpc<Hex>(bed.url, 'eth_sendRawTransaction', [raw]).catch(() => undefined)
  await rpc(bed.url, 'evm_mine')
  type Receipt = { status: Hex; gasUsed: Hex } | null
  const receipt = hash && (await rpc<Receipt>(bed.url, 'eth_getTransactionReceipt', [hash]))
  await rpc(bed.url, 'evm_revert', [before])
  return receipt?.status === '0x1'
    ? { used: BigInt(receipt.gasUsed), floor: leastGas({ data }) }
    : undefined
}

test.each(places)(
  'the gas limit of a locked batch has its margin where the checks sit at the floor: $name',
  async ({ calls, locks, checks, strike, enough = 92n }) => {
    const { batch } = await approve(await calls())
    expect(batch.locks).toHaveLength(locks)
    expect(batch.locks?.flatMap(leastsOf)).toHaveLength(checks)
    await strike()
    expect(await run(batch, 100n)).toBeDefined()
    expect(await run(batch, enough)).toBeDefined()
    if (strike === toTheFloor) {
      await bed.tell('Shop', bed.places.shop, 'setCut', [6, 0, 0n])
      // It sat at the floor: with less it is stopped.
      expect(await run(batch, 100n)).toBeUndefined()
      await toTheFloor()
    }
    // A limit that is far too high would prove nothing.
    expect(await run(batch, 50n)).toBeUndefined()
  },
)

test('data that cost most set the gas of a locked batch', async () => {
  const place = places.find(({ name }) => name.startsWith('data that'))
  const { batch } = await approve((await place?.calls()) ?? [])
  const found = await run(batch, 100n)
  expect(found?.used).toBe(found?.floor)
})
