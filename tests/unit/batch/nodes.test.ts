import { numberToHex, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyExecutor, startHardhat } from '../../chain/hardhat.ts'
import { startChain } from '../../chain/index.ts'
import { finalAtOnce, ofTwoMinds } from '../../chain/nodeViews.ts'
import { rpc } from '../../chain/rpc.ts'
import { askChain } from '../../harness/askChain.ts'
import { newWorld } from '../../harness/world.ts'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { liveBatches, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { statusCode } from '@/lib/batch/status'
import { journal, type Batch } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { remember } from '@/lib/network/facts'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { emptyDatabase } from '../database'
import { alice, stranger } from '../accounts'
import { storeBatch } from './batches'
import { cancel } from './runnerHarness'

type Ask = (method: string, params: unknown[]) => Promise<unknown>
type Node = { url: string; stop: () => Promise<void> }

const started: Node[] = []
const urls = { anvil: '', hardhat: '' }

beforeAll(async () => {
  const [anvil, hardhat] = await Promise.all([startChain({ hardfork: 'prague' }), startHardhat()])
  started.push(anvil, hardhat)
  await copyExecutor(anvil.url, hardhat.url)
  Object.assign(urls, { anvil: anvil.url, hardhat: hardhat.url })
})
afterAll(() => Promise.all(started.map(({ stop }) => stop())))

const as = (ask: Ask): Ask => ask

describe.each<[string, keyof typeof urls, (ask: Ask) => Ask]>([
  ['anvil', 'anvil', as],
  ['Hardhat', 'hardhat', as],
  ['a node whose newest block is final', 'anvil', finalAtOnce],
  ['a node that disagrees with itself', 'anvil', ofTwoMinds],
  ['a Hardhat that disagrees with itself', 'hardhat', ofTwoMinds],
])('on %s', (_, kind, view) => {
  let snapshot: string
  const url = () => urls[kind]

  beforeEach(async () => {
    await emptyDatabase()
    snapshot = await rpc<string>(url(), 'evm_snapshot')
    await rpc(url(), 'evm_setAutomine', [false])
    return async () => {
      await rpc(url(), 'evm_revert', [snapshot])
    }
  })

  const gwei = (count: number): Hex => numberToHex(BigInt(count) * 1_000_000_000n)
  const fees = { maxFeePerGas: gwei(10), maxPriorityFeePerGas: gwei(1) } as const

  /** Starts a worker over the node, with real keys and bytes, whose first transaction is sent. */
  const out = async (terms: Partial<FrozenTerms>) => {
    const ask = view((method, params) => askChain(url(), method, params))
    const world = newWorld((_chainId, method, params) => ask(method, params))
    const runner = createRunner(world, () => Promise.resolve(fees))
    const count = terms.mode === 'sequence' ? 2 : 1
    const gas = Array.from({ length: count }, (): Hex => '0x493e0')
    const batch = await storeBatch({ genesis: null, gas, fees, ...terms })
    // The batch is approved at the real time: an older approval would be asked for again.
    await journal.events.toCollection().modify({ at: world.now() })
    await runner.advance()
    return { world, runner, batch }
  }

  const mine = (blocks = 1) => rpc(url(), 'hardhat_mine', [numberToHex(blocks)])
  const codeOf = (account: string) => rpc<Hex>(url(), 'eth_getCode', [account, 'latest'])
  const nonceOf = async (account: string) =>
    Number(await rpc<Hex>(url(), 'eth_getTransactionCount', [account, 'latest']))
  const weiOf = async () => BigInt(await rpc<Hex>(url(), 'eth_getBalance', [stranger, 'latest']))
  const status = async (batch: Batch) => statusCode(batch, await stateOf(batch.key))

  /** Mines a block and looks at the chain, a minute later each time. */
  const goOn = async ({ world, runner }: Awaited<ReturnType<typeof out>>, times = 6) => {
    for (let time = 0; time < times; time++) {
      await mine()
      await world.wait(60_000)
      await runner.look(31337)
      await runner.advance()
    }
  }

  test.each<[string, Partial<FrozenTerms>]>([
    ['in order', { mode: 'sequence' }],
    ['as one, with an upgrade', { mode: 'atomic', upgrade: true }],
  ])('a batch runs once, %s, and is final', async (_how, terms) => {
    const before = await weiOf()
    const place = await out(terms)
    await goOn(place)
    expect(await status(place.batch)).toBe(200)
    await mine(70)
    await goOn(place, 3)
    expect(await status(place.batch)).toBe(200)
    expect((await stateOf(place.batch.key)).final).toBe(true)
    expect(await liveBatches()).toEqual([])
    expect((await weiOf()) - before).toBe(2n)
    expect(await codeOf(alice)).toBe(terms.upgrade ? delegation(executor) : '0x')
  })

  test('a cancelled upgrade upgrades nothing, and its authorization is used up', async () => {
    const before = await weiOf()
    const nonce = await nonceOf(alice)
    const place = await out({ mode: 'atomic', upgrade: true })
    expect(await cancel(place.runner, place.batch.key)).toBe('done')
    await goOn(place)
    expect(await status(place.batch)).toBe(400)
    expect([await codeOf(alice), await nonceOf(alice)]).toEqual(['0x', nonce + 2])
    expect(await weiOf()).toBe(before)
  })

  test('a revoked delegate is gone', async () => {
    await rpc(url(), 'hardhat_setCode', [alice, delegation(executor)])
    const calls = [{ to: alice, value: '0x0', data: '0x' } as const]
    const place = await out({ mode: 'one', calls, revokes: executor, gas: [numberToHex(60_000)] })
    await goOn(place)
    expect(await status(place.batch)).toBe(200)
    expect(await codeOf(alice)).toBe('0x')
  })

  test('too little ether is known by the node’s words, and kept with them', async () => {
    await rpc(url(), 'hardhat_setBalance', [alice, '0x1'])
    const place = await out({ mode: 'one' })
    const [transaction] = (await stateOf(place.batch.key)).transactions
    expect(transaction).toMatchObject({ sent: false, refused: 'funds' })
    expect(transaction?.refusedWith).toMatch(/funds|balance/i)
  })
})

describe('a quote on Hardhat, which cannot simulate', () => {
  const call = { to: stranger, value: '0x1', data: '0x' } as const

  beforeEach(async () => {
    await emptyDatabase()
    await remember('7702:31337', true)
    await remember('executor:31337', true)
    const real = globalThis.fetch
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) => real(urls.hardhat, init))
    return () => vi.unstubAllGlobals()
  })

  const quoted = (calls: { to: typeof stranger; value: Hex; data: Hex }[]) =>
    quoteBatch({ from: alice, chainId: 31337, calls, atomicRequired: false })

  test('of a batch that runs is no failure', async () => {
    const quote = await quoted([call, call, call])
    expect(quote).toMatchObject({ mode: 'atomic', upgrade: true, verdict: 'unknown' })
    expect(quote.calls).toMatchObject([
      { status: 'succeeds' },
      { status: 'succeeds' },
      { status: 'succeeds' },
    ])
  })

  test('of one call says that it runs, or that the balance does not cover it', async () => {
    expect(await quoted([call])).toMatchObject({ verdict: 'succeeds' })
    const much = { ...call, value: numberToHex(10n ** 30n) }
    expect(await quoted([much])).toMatchObject({
      verdict: 'fails',
      failing: { index: 0, reason: { why: 'balance' } },
    })
  })
})
