import {
  numberToHex,
  parseTransaction,
  type Address,
  type Hex,
  type TransactionSerializedEIP7702,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChain, type Chain } from '../../chain/index.ts'
import { senderAt } from '../../chain/preconfirmSender.ts'
import { rpc } from '../../chain/rpc.ts'
import { askChain } from '../../harness/askChain.ts'
import { newWorld } from '../../harness/world.ts'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { liveBatches, stateOf } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { statusCode } from '@/lib/batch/status'
import { journal, type Batch } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { emptyDatabase } from '../database'
import { alice, stranger } from '../accounts'
import { storeBatch } from './batches'
import { cancel, speedUp } from './runnerHarness'

let chain: Chain
let snapshot: string
beforeAll(async () => {
  chain = await startChain({ hardfork: 'prague' })
})
afterAll(() => chain.stop())

beforeEach(async () => {
  await emptyDatabase()
  if (snapshot) await rpc(chain.url, 'evm_revert', [snapshot])
  snapshot = await rpc<string>(chain.url, 'evm_snapshot')
  await rpc(chain.url, 'anvil_dropAllTransactions')
  await rpc(chain.url, 'evm_setAutomine', [false])
})

const gwei = (count: number): Hex => numberToHex(BigInt(count) * 1_000_000_000n)
const fees = { maxFeePerGas: gwei(10), maxPriorityFeePerGas: gwei(1) } as const

/** Starts a worker over a real chain, with real keys and bytes, whose transaction is sent. */
const out = async (terms: Partial<FrozenTerms> = { mode: 'one' }) => {
  const world = newWorld((_, method, params) => askChain(chain.url, method, params))
  const runner = createRunner(world, () => Promise.resolve(fees))
  const batch = await storeBatch({ genesis: null, gas: ['0x493e0'], fees, ...terms })
  // The batch is approved at the real time: an older approval would be asked for again.
  await journal.events.toCollection().modify({ at: world.now() })
  await runner.advance()
  return { world, runner, batch }
}

const mine = (blocks = 1) => rpc(chain.url, 'anvil_mine', [numberToHex(blocks)])
const codeOf = (account: string) => rpc<Hex>(chain.url, 'eth_getCode', [account, 'latest'])
const nonceOf = async (account: string) =>
  Number(await rpc<Hex>(chain.url, 'eth_getTransactionCount', [account, 'latest']))
const weiOf = async (account: string) =>
  Number(await rpc<Hex>(chain.url, 'eth_getBalance', [account, 'latest']))
const status = async (batch: Batch) => statusCode(batch, await stateOf(batch.key))

const signed = async (batch: Batch) =>
  (await stateOf(batch.key)).transactions.map(({ raw }) =>
    parseTransaction(raw as TransactionSerializedEIP7702),
  )

/** Looks at the chain repeatedly, a minute later each time. */
const lookOn = async ({ world, runner }: Awaited<ReturnType<typeof out>>, times = 3) => {
  for (let time = 0; time < times; time++) {
    await world.wait(60_000)
    await runner.look(31337)
    await runner.advance()
  }
}

test('a cancelled upgrade’s authorization does nothing when a third party publishes it', async () => {
  const place = await out({ mode: 'atomic', upgrade: true })
  const nonce = await nonceOf(alice)
  expect(await cancel(place.runner, place.batch.key)).toBe('done')
  await mine()
  await place.runner.look(31337)
  expect(await status(place.batch)).toBe(400)
  const after = { code: await codeOf(alice), nonce: await nonceOf(alice) }
  expect(after).toEqual({ code: '0x', nonce: nonce + 2 })

  const [first] = await signed(place.batch)
  const authorizationList = first?.authorizationList as never
  expect(authorizationList).toHaveLength(1)
  const anyone = senderAt(5)
  const raw = await anyone.sign({ nonce: await nonceOf(anyone.address), authorizationList })
  const hash = await rpc<Hex>(chain.url, 'eth_sendRawTransaction', [raw])
  await mine()
  const receipt = await rpc<{ status: Hex }>(chain.url, 'eth_getTransactionReceipt', [hash])
  expect(receipt.status).toBe('0x1')
  expect({ code: await codeOf(alice), nonce: await nonceOf(alice) }).toEqual(after)
  expect(await weiOf(stranger)).toBe(0)
})

test('without the cancellation the same authorization takes effect, so that the test above can fail', async () => {
  const place = await out({ mode: 'atomic', upgrade: true })
  const [first] = await signed(place.batch)
  const anyone = senderAt(5)
  const authorizationList = first?.authorizationList as never
  await rpc(chain.url, 'anvil_dropAllTransactions')
  // An authorization of the sender uses the nonce after the transaction's (EIP-7702).
  const own = senderAt(0)
  const empty = await own.sign({ nonce: await nonceOf(alice), to: alice })
  await rpc(chain.url, 'eth_sendRawTransaction', [empty])
  await mine()
  const raw = await anyone.sign({ nonce: await nonceOf(anyone.address), authorizationList })
  await rpc(chain.url, 'eth_sendRawTransaction', [raw])
  await mine()
  expect(await codeOf(alice)).not.toBe('0x')
})

describe('another wallet with the same key takes the nonce', () => {
  const lose = async (sign: (nonce: number) => Promise<Hex>, terms?: Partial<FrozenTerms>) => {
    const place = await out(terms)
    await rpc(chain.url, 'anvil_dropAllTransactions')
    const nonce = await nonceOf(alice)
    const by = await rpc<Hex>(chain.url, 'eth_sendRawTransaction', [await sign(nonce)])
    await mine()
    await lookOn(place)
    expect((await stateOf(place.batch.key)).overtaken).toEqual({ 0: { hasHistory: true } })
    expect(await status(place.batch)).toBe(100)
    await mine(65)
    await lookOn(place)
    const { replaced, transactions, final } = await stateOf(place.batch.key)
    expect(replaced).toEqual({ 0: by })
    expect(transactions).toHaveLength(1)
    expect(final).toBe(true)
    expect(await status(place.batch)).toBe(400)
    expect(await liveBatches()).toEqual([])
    expect(await weiOf(stranger)).toBe(0)
  }

  test('by a transaction: 100 until it is final, then 400', async () => {
    await lose((nonce) => senderAt(0).sign({ nonce }))
  })

  test('by an authorization that a third party published: 100 until it is final, then 400', async () => {
    const anyone = senderAt(5)
    await lose(async (nonce) => {
      const authorization = await senderAt(0).authorize(stranger, nonce)
      return anyone.sign({
        nonce: await nonceOf(anyone.address),
        authorizationList: [authorization],
      })
    })
  })
})

test('of a transaction and its dearer twin one is mined, at the same nonce', async () => {
  const place = await out()
  const nonce = await nonceOf(alice)
  expect(await speedUp(place.runner, place.batch.key)).toBe('done')
  await mine()
  await place.runner.look(31337)
  expect(await status(place.batch)).toBe(200)
  const { transactions } = await stateOf(place.batch.key)
  expect(transactions.map(({ receipt }) => receipt !== undefined)).toEqual([false, true])
  expect(await nonceOf(alice)).toBe(nonce + 1)
  expect(await weiOf(stranger)).toBe(1)
})

describe('revoking', () => {
  const revoking = async (delegate: Address) => {
    await rpc(chain.url, 'anvil_setCode', [alice, delegation(delegate)])
    const calls = [{ to: alice, value: '0x0', data: '0x' } as const]
    return out({ mode: 'one', calls, revokes: delegate, gas: [numberToHex(60_000)] })
  }

  test.each([
    ['ours', executor],
    ['a contract’s that refuses everything', stranger],
  ])(
    'leaves a plain account where the delegate was %s, for 46,000 gas at most',
    async (_, code) => {
      const place = await revoking(code)
      await rpc(chain.url, 'anvil_setCode', [stranger, '0x5f5ffd'])
      const nonce = await nonceOf(alice)
      await mine()
      await place.runner.look(31337)
      expect(await status(place.batch)).toBe(200)
      expect(await codeOf(alice)).toBe('0x')
      expect(await nonceOf(alice)).toBe(nonce + 2)
      const [transaction] = (await stateOf(place.batch.key)).transactions
      expect(Number(transaction?.receipt?.gasUsed)).toBeLessThanOrEqual(46_000)
    },
  )

  test('cancelled leaves the delegate, and what was published takes it from nobody', async () => {
    const place = await revoking(executor)
    expect(await cancel(place.runner, place.batch.key)).toBe('done')
    await mine()
    await place.runner.look(31337)
    expect(await status(place.batch)).toBe(400)
    expect(await codeOf(alice)).toBe(delegation(executor))
    const [first] = await signed(place.batch)
    const anyone = senderAt(5)
    const authorizationList = first?.authorizationList as never
    const raw = await anyone.sign({ nonce: await nonceOf(anyone.address), authorizationList })
    await rpc(chain.url, 'eth_sendRawTransaction', [raw])
    await mine()
    expect(await codeOf(alice)).toBe(delegation(executor))
  })

  test('sped up is mined once, and two nonces are used', async () => {
    const place = await revoking(executor)
    const nonce = await nonceOf(alice)
    expect(await speedUp(place.runner, place.batch.key)).toBe('done')
    await mine()
    await place.runner.look(31337)
    expect(await status(place.batch)).toBe(200)
    expect([await codeOf(alice), await nonceOf(alice)]).toEqual(['0x', nonce + 2])
  })
})
