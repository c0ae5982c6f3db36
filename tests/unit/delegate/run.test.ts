import * as v from 'valibot'
import { encodeFunctionData, erc20Abi, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decisionOf } from '@/components/approvals/approval'
import { approveAgain, approveBatch, batchDecision } from '@/lib/batch/approveBatch'
import { batchOf, stateOf } from '@/lib/batch/journal'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { createRunner, type Runner } from '@/lib/batch/runner'
import { statusCode } from '@/lib/batch/status'
import type { Approval, Call, Mode } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { startChain, type Chain } from '../../chain'
import { delegateTo, listed, unlisted } from '../../chain/delegates'
import { rpc } from '../../chain/rpc'
import { askChain } from '../../harness/askChain'
import { newWorld } from '../../harness/world'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, stranger } from '../accounts'
import { cancel } from '../batch/runnerHarness'
import { connectSite } from '../../harness/connectSite'
import { says } from '../simulate/reasons'
import { useChain } from './localChain'

const fees = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x3b9aca00' } as const

let chain: Chain
let untouched: string

beforeAll(async () => {
  chain = await startChain({ hardfork: 'prague' })
})
afterAll(() => chain.stop())

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
  useChain(chain.url)
  if (untouched) await rpc(chain.url, 'evm_revert', [untouched])
  await rpc(chain.url, 'evm_setAutomine', [true])
  untouched = await rpc(chain.url, 'evm_snapshot')
})

const codeOf = (account: Address) => rpc<Hex>(chain.url, 'eth_getCode', [account, 'latest'])
const countOf = async (account: Address) =>
  Number(await rpc<Hex>(chain.url, 'eth_getTransactionCount', [account, 'latest']))
const weiOf = async (account: Address) =>
  Number(await rpc<Hex>(chain.url, 'eth_getBalance', [account, 'latest']))

const payment = (value: Hex) => ({ to: stranger, value, data: '0x' }) as const
const payments = [payment('0x1'), payment('0x2')]

/** An amount larger than the account's balance. */
const failing = (): Call => ({
  to: chain.contracts.usdc,
  value: '0x0',
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [bob, 2n ** 200n],
  }),
})

const request = (change: Partial<BatchRequest> = {}): BatchRequest => ({
  from: alice,
  chainId: 31337,
  atomicRequired: true,
  calls: payments,
  ...change,
})

/** Quotes and approves as the window does; the runner is not started yet. */
const approved = async (asked: BatchRequest, mode?: Mode) => {
  const quote = await quoteBatch(asked, mode)
  const row = { id: 'key', origin: dapp, method: 'wallet_sendCalls', params: [asked] }
  const decision = v.parse(batchDecision, decisionOf(quote))
  const { write } = await approveBatch(row as unknown as Approval, asked, 'id', decision)
  await write()
  const world = newWorld((_, method, params) => askChain(chain.url, method, params))
  return { quote, runner: createRunner(world, () => Promise.resolve(fees)) }
}

/** Runs the approved batches to their end; anvil mines a moment after its answer. */
const finish = async (runner: Runner) => {
  for (;;) {
    await runner.advance()
    await runner.look(31337)
    const status = statusCode(await batchOf('key'), await stateOf('key'))
    if (status !== 100) return status
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Has a batch run to its end. */
const ran = async (asked: BatchRequest, mode?: Mode) => {
  const { quote, runner } = await approved(asked, mode)
  await finish(runner)
  const state = await stateOf('key')
  const batch = await batchOf('key')
  const [transaction] = state.transactions
  return { quote, batch, transaction, status: statusCode(batch, state) }
}

describe.each([
  ['executeBatch', listed.simple, 'Simple7702Account'],
  ['ERC-7821', listed.metaMask, 'Erc7821Executor'],
  ['executeBySender', listed.ambire, 'SenderExecutor'],
  ['executeFromSelf', listed.okx, 'SelfExecutor'],
] as const)('through another wallet’s executor by %s', (_, delegate, contract) => {
  beforeEach(() => delegateTo(chain.url, alice, delegate, contract))

  test('all calls run in one transaction, and the account stays as it was', async () => {
    const nonce = await countOf(alice)
    const { quote, batch, transaction, status } = await ran(request())
    expect(quote).toMatchObject({ mode: 'atomic', upgrade: false })
    expect(quote.calls.map((call) => call.status)).toEqual(['succeeds', 'succeeds'])
    expect(batch).toMatchObject({ mode: 'atomic', delegate, upgrade: false })
    expect(status).toBe(200)
    expect(await weiOf(stranger)).toBe(3)
    expect(await countOf(alice)).toBe(nonce + 1)
    expect(await codeOf(alice)).toBe(delegation(delegate))
    // The gas limit is the estimate and its margin, not a guess.
    const used = Number(transaction?.receipt?.gasUsed)
    expect(Number(quote.gas[0])).toBeGreaterThan(used)
    expect(Number(quote.gas[0])).toBeLessThan(used * 1.5)
  })

  test('none takes effect where one fails, and the window names it before', async () => {
    const { quote, status } = await ran(request({ calls: [payment('0x1'), failing()] }))
    expect(quote.calls).toMatchObject([{ status: 'succeeds' }, { status: 'fails' }])
    expect(status).toBe(500)
    expect(await weiOf(stranger)).toBe(0)
  })
})

describe('a delegate that nothing runs through', () => {
  beforeEach(() => delegateTo(chain.url, alice, unlisted, 'IgnoringExecutor'))

  test('is replaced by ours where that was approved', async () => {
    const nonce = await countOf(alice)
    const { quote, batch, status } = await ran(request())
    expect(quote).toMatchObject({ mode: 'atomic', upgrade: true, delegate: executor })
    expect(quote.account).toEqual({ kind: 'foreign', delegate: unlisted })
    expect(batch).toMatchObject({ delegate: executor, upgrade: true, replaces: unlisted })
    expect(status).toBe(200)
    expect(await weiOf(stranger)).toBe(3)
    expect(await countOf(alice)).toBe(nonce + 2)
    expect(await codeOf(alice)).toBe(delegation(executor))
  })

  test('is kept, and calls run one after another, where nothing was chosen', async () => {
    const { quote, runner } = await approved(request({ atomicRequired: false }))
    expect(quote).toMatchObject({ modes: ['sequence', 'atomic'], upgrade: false, delegate: null })
    expect(await finish(runner)).toBe(200)
    expect(await weiOf(stranger)).toBe(3)
    expect(await codeOf(alice)).toBe(delegation(unlisted))
  })

  test('is looked at again before signing: another by then is replaced only after a second yes', async () => {
    const { runner } = await approved(request())
    await delegateTo(chain.url, alice, listed.kernel, 'IgnoringExecutor')
    await runner.advance()
    expect(await stateOf('key')).toMatchObject({ asked: 'delegate', transactions: [] })
    const quote = await quoteBatch(request(), 'atomic', 'key')
    await (
      await approveAgain('key', v.parse(batchDecision, decisionOf(quote)))
    )()
    expect(await batchOf('key')).toMatchObject({ upgrade: true, replaces: listed.kernel })
    expect(await finish(runner)).toBe(200)
    expect(await codeOf(alice)).toBe(delegation(executor))
  })

  test('is no longer replaced after a second yes where another wallet’s executor runs batches by then', async () => {
    const { runner } = await approved(request())
    await delegateTo(chain.url, alice, listed.okx, 'SelfExecutor')
    await runner.advance()
    const quote = await quoteBatch(request(), 'atomic', 'key')
    await (
      await approveAgain('key', v.parse(batchDecision, decisionOf(quote)))
    )()
    const batch = await batchOf('key')
    expect(batch).toMatchObject({ upgrade: false, delegate: listed.okx })
    expect(batch).not.toHaveProperty('replaces')
    expect(await finish(runner)).toBe(200)
    expect(await codeOf(alice)).toBe(delegation(listed.okx))
  })

  test('stays where its replacement is cancelled, and the old authorization is worth nothing', async () => {
    await rpc(chain.url, 'evm_setAutomine', [false])
    const { runner } = await approved(request())
    await runner.advance()
    const [upgrade] = (await stateOf('key')).transactions
    expect(await cancel(runner, 'key')).toBe('done')
    await rpc(chain.url, 'evm_mine')
    await runner.look(31337)
    const state = await stateOf('key')
    expect(state.transactions).toMatchObject([
      { hash: upgrade?.hash, upgrade: true },
      { kind: 'cancel', sealed: true, receipt: { status: '0x1' } },
    ])
    expect(statusCode(await batchOf('key'), state)).toBe(400)
    expect(await codeOf(alice)).toBe(delegation(unlisted))
    expect(await countOf(alice)).toBe((upgrade?.nonce ?? 0) + 2)
    expect(await weiOf(stranger)).toBe(0)
  })
})

test('code that a replacement changes is simulated as it will be', async () => {
  // The old code refuses the wei that a call brings to the account; the new one takes them.
  await delegateTo(chain.url, alice, unlisted, 'RefusingExecutor')
  const calls = [{ to: alice, value: '0x1', data: '0x' } as const, payment('0x1')]
  const kept = await quoteBatch(request({ atomicRequired: false, calls }))
  expect(kept.calls).toMatchObject([
    { status: 'fails', reason: says('not initialised') },
    { status: 'succeeds' },
  ])
  const replaced = await quoteBatch(request({ atomicRequired: false, calls }), 'atomic')
  expect(replaced.calls).toMatchObject([{ status: 'succeeds' }, { status: 'succeeds' }])
})
