import {
  encodeErrorResult,
  getAddress,
  numberToHex,
  parseAbi,
  parseTransaction,
  type Address,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveAgain } from '@/lib/batch/approveBatch'
import { batchOf, eventsOf, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { callsStatus } from '@/lib/batch/status'
import type { Batch } from '@/lib/db'
import { encodeBatch, executorErrors } from '@/lib/delegate/encode'
import { executor } from '@/lib/delegate/executor'
import { lockedUntil } from '@/lib/lock/check'
import { leastsOf } from '@/lib/lock/lockReading'
import { stopOf } from '../../lock/stop'
import { suggestFees } from '@/lib/network/fees'
import { request } from '@/lib/network/node'
import { keptOutcome } from '@/lib/simulate/acceptedOutcome'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { expectedOf } from '@/lib/quotes/accepted'
import { delegateTo, listed } from '../../chain/delegates'
import { rpc } from '../../chain/rpc'
import { newWorld } from '../../harness/world'
import { approve, chainId, openBed, unit, type Bed } from '../../lock/lockBed'
import { refusing } from '../../lock/refusing'
import { shapes } from '../../lock/shapes'
import { alice } from '../accounts'

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

const calls = () => shapes[0]?.calls(bed) ?? []

const cut = (thousandths: number) =>
  bed.tell('Shop', bed.places.shop, 'setCut', [thousandths, 0, 0n])

/** Signs, sends and mines a batch; returns its status and what was signed. */
const run = async (key: string) => {
  const runner = createRunner(newWorld(request), suggestFees)
  await runner.advance(chainId)
  await rpc(bed.url, 'anvil_mine', ['0x2'])
  await runner.look(chainId)
  const state = await stateOf(key)
  return { status: callsStatus(await batchOf(key), state), transaction: state.transactions.at(-1) }
}

const leastOf = ({ locks = [] }: Batch, wanted: Address) =>
  locks.flatMap(leastsOf).find(({ token }) => token.toLowerCase() === wanted.toLowerCase())?.least

describe('a batch that is asked again', () => {
  const ask = async () => {
    const { batch } = await approve(calls())
    const world = newWorld(request)
    await world.wait(11 * 60_000)
    await createRunner(world, suggestFees).advance(chainId)
    expect((await eventsOf(batch.key)).map(({ type }) => type)).toEqual(['approved', 'asked'])
    return batch
  }

  /** A second yes, to what is quoted now. */
  const confirm = async ({ key, calls: made }: Batch) => {
    const asked = { from: alice, chainId, calls: made, atomicRequired: true }
    const quote = await quoteBatch(asked, 'atomic', key)
    const { mode, gas, fees, upgrade, verdict, lock } = quote
    if (!lock) throw new Error(`it is not locked: ${quote.open}`)
    const terms = { mode, gas: [...gas], fees, upgrade, expected: verdict, delegate: executor }
    const accepted = expectedOf([keptOutcome(quote)])
    const write = await approveAgain(key, { ...terms, edits: [], accepted, lock })
    await write()
    return batchOf(key)
  }

  test('gets new minima, of the balances that there are now', async () => {
    const { token } = bed.places
    const old = await ask()
    await bed.tell('KindToken', token, 'mint', [alice, 1_000n * unit])
    const now = await confirm(old)
    expect(leastOf(old, token)).toBe(10_199n * unit)
    expect(leastOf(now, token)).toBe(11_199n * unit)
    expect(now.hash).not.toBe(old.hash)
    // The old ones would let this pass: the gift is more than what the shop keeps.
    await cut(500)
    expect((await run(now.key)).status.status).toBe(500)
  })

  test('runs by them where nothing turned', async () => {
    const old = await ask()
    await bed.tell('KindToken', bed.places.token, 'mint', [alice, 1_000n * unit])
    const { key } = await confirm(old)
    expect((await run(key)).status.status).toBe(200)
  })
})

describe.each([
  ['MetaMask', listed.metaMask, 'Erc7821Executor'],
  ['Ambire', listed.ambire, 'SenderExecutor'],
  ['OKX', listed.okx, 'SelfExecutor'],
  ['Simple7702Account 0.8', listed.simple, 'Simple7702Account'],
] as const)('an account that is delegated to %s', (_name, delegate, contract) => {
  beforeEach(() => delegateTo(bed.url, alice, delegate, contract))

  test.each([
    ['runs what comes out as shown', 0, 200],
    ['is stopped where less does', 500, 500],
  ])('has the same calls appended: it %s', async (_outcome, thousandths, expected) => {
    const { quote, batch } = await approve(calls())
    expect(quote).toMatchObject({ mode: 'atomic', upgrade: false })
    expect(batch.delegate?.toLowerCase()).toBe(delegate.toLowerCase())
    const { locks = [] } = batch
    expect(locks).toHaveLength(2)
    await cut(thousandths)
    const { status, transaction } = await run(batch.key)
    expect(status).toMatchObject({ status: expected, atomic: true })
    // Some executors hand on the bare revert data of the call: the trace says that it was the lock's.
    const { token } = bed.places
    const find = async () => transaction && stopOf(batch, transaction)
    // Without a trace, a run of the same calls by our executor says so.
    for (const untraced of [[], ['debug_traceTransaction']])
      expect(await refusing(untraced, find)).toEqual(
        thousandths === 0
          ? undefined
          : {
              token: getAddress(token),
              least: numberToHex(leastOf(batch, token) ?? 0n),
              would: numberToHex(10_100n * unit),
            },
      )
    const all = [...batch.calls, ...lockedUntil(locks, transaction?.deadline ?? 0)]
    const { data } = parseTransaction(transaction?.raw ?? '0x')
    expect(data).toBe(encodeBatch(all, delegate))
  })
})

test.each([
  ['a trace tells', []],
  ['no trace tells', ['debug_traceTransaction']],
])('a call that imitates a stop by the lock is none where %s', async (_name, untraced) => {
  await delegateTo(bed.url, alice, listed.metaMask, 'Erc7821Executor')
  // Stops at once before the click, and reverts with its own calldata afterwards.
  const trick: Address = '0x00000000000000000000000000000000000f00d1'
  await rpc(bed.url, 'anvil_setCode', [trick, '0x00'])
  const tooLow = encodeErrorResult({
    abi: parseAbi(['error ExecutionFailed(uint256 commandIndex, bytes message)']),
    args: [0n, '0xa3281672'],
  })
  const data = encodeErrorResult({
    abi: executorErrors,
    errorName: 'ExecuteError',
    args: [4n, tooLow],
  })
  const { batch } = await approve([...calls(), { to: trick, value: '0x0', data }])
  expect(batch.locks).toHaveLength(2)
  await rpc(bed.url, 'anvil_setCode', [trick, '0x365f5f37365ffd'])
  const { status, transaction } = await run(batch.key)
  expect(status.status).toBe(500)
  if (!transaction) throw new Error('nothing was signed')
  expect(await refusing(untraced, () => stopOf(batch, transaction))).toBe('call')
})

test('behind a delegate that keeps to itself why it reverted, nobody can tell without a trace', async () => {
  await delegateTo(bed.url, alice, listed.metaMask, 'Erc7821Executor')
  const { batch } = await approve(calls())
  await cut(500)
  const { transaction } = await run(batch.key)
  if (!transaction) throw new Error('nothing was signed')
  // From here on its code reverts without a word, in the states of the past, too.
  const { fetch } = globalThis
  const silent = { [alice]: { code: '0x5f5ffd' } }
  globalThis.fetch = async (asked, init) => {
    const { body } = init ?? {}
    const isOwn = typeof body === 'string' && body.includes('"eth_call"') && !body.includes('0xef')
    if (!isOwn) return fetch(asked, init)
    const sent = JSON.parse(body) as { params: unknown[] }
    const params = [...sent.params, silent]
    return fetch(asked, { ...init, body: JSON.stringify({ ...sent, params }) })
  }
  try {
    const found = refusing(['debug_traceTransaction'], () => stopOf(batch, transaction))
    expect(await found).toBeUndefined()
  } finally {
    globalThis.fetch = fetch
  }
})

test('calls in order have no lock, and say so; as one they are offered', async () => {
  const asked = { from: alice, chainId, calls: calls(), atomicRequired: false }
  const quote = await quoteBatch(asked, 'sequence')
  expect(quote).toMatchObject({ mode: 'sequence', open: 'order', modes: ['atomic', 'sequence'] })
  expect(quote.lock).toBeUndefined()
})
