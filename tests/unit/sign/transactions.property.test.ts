import fc from 'fast-check'
import {
  decodeFunctionData,
  parseAbi,
  parseTransaction,
  recoverTransactionAddress,
  type Address,
  type Hex,
} from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { requestOf } from '@/lib/batch/batchRequest'
import { journal } from '@/lib/db'
import { encodeBatch } from '@/lib/delegate/encode'
import { delegation, executor } from '@/lib/delegate/executor'
import { openChain } from '../batch/fakeChain'
import { emptyDatabase } from '../database'
import { codeAnswers } from '../delegate/executorCode'
import { alice, bob, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { decision, newId, openWallet } from '../site/siteWallet'
import { signThere } from '../batch/signNext'

const wallet = openWallet()
const own = [alice, bob].map((account) => account.toLowerCase())
const pick = <T>(...values: T[]) => fc.constantFrom(...values)

const stolen = [{ to: stranger, value: '0x1', data: '0x' } as const]
const preimage = '0x05d782210594111111111111111111111111111111111111111180'
const authorization = {
  chainId: '0x2105',
  address: stranger,
  nonce: '0x0',
  yParity: '0x0',
  r: `0x${'1'.repeat(64)}`,
  s: `0x${'1'.repeat(64)}`,
}

/** Draws calldata, some of which a hostile page would like the account to send to itself. */
const data = pick<Hex | undefined>(
  undefined,
  undefined,
  '0x',
  '0x',
  '0x',
  '0x',
  '0x00',
  encodeBatch(stolen, executor),
  preimage,
)
const recipient = pick<Address>(
  ...Array<Address>(9).fill(stranger),
  executor,
  alice,
  bob,
  alice.toLowerCase() as Hex,
)
const value = pick(undefined, '0x0', '0x1')
const from = pick(alice, alice, alice, alice, bob)
const list = pick<unknown>(...Array<undefined>(9).fill(undefined), null, [], [authorization])
/** Draws fields of requests that only the wallet's own page may send. */
const revokes = pick<Hex | undefined>(undefined, executor, stranger)

const transactions = fc
  .record({
    from,
    to: recipient,
    value,
    data,
    authorizationList: list,
    revokes,
    input: pick(undefined, undefined, '0x00'),
    type: pick(undefined, undefined, '0x2', '0x0', '0x4', '0x04', '4'),
    gas: pick(undefined, '0x5208'),
  })
  .map((sent) => ['eth_sendTransaction', [sent]] as const)

const batches = fc
  .record({
    from,
    atomicRequired: fc.boolean(),
    authorizationList: list,
    revokes,
    calls: fc.array(fc.record({ to: recipient, value, data, revokes }), {
      minLength: 1,
      maxLength: 3,
    }),
    capabilities: pick(undefined, { eip7702Auth: { optional: true, authorization } }),
  })
  .map((sent) => ['wallet_sendCalls', [{ ...sent, version: '2.0.0', chainId: '0x2105' }]] as const)

/** Draws decisions of a user who reads nothing. */
const decisions = fc.record({
  many: pick<'sequence' | 'atomic'>('sequence', 'atomic', 'atomic', 'atomic'),
  isFitting: pick(true, true, true, true, true, false),
  upgrade: fc.boolean(),
  delegate: pick(...Array<Address>(6).fill(executor), stranger, alice),
  revokes,
})
type How = typeof decisions extends fc.Arbitrary<infer Value> ? Value : never

/** Fits a decision to a number of calls; some decisions are made for another number on purpose. */
const decide = ({ many, isFitting, upgrade, delegate, revokes }: How, calls: number) => {
  const mode = calls > 1 === isFitting ? many : 'one'
  const count = (mode === 'sequence' ? calls : 1) + (isFitting ? 0 : 1)
  return { ...decision(mode, count), upgrade, delegate, revokes }
}

/** Draws the account's code at the moment of signing. */
const codes = pick<Hex>('0x', '0x', delegation(executor), delegation(stranger))

/** The request's row, or nothing once it was refused. */
const rowOf = async (id: string, answer: Promise<unknown>) => {
  const isAsked = new Promise<void>((resolve) => {
    const off = approvals.approvalsChanged.on(() => {
      off()
      resolve()
    })
  })
  await Promise.race([answer, isAsked])
  return approvals.find(id)
}

/** All that is signed of a batch, its nonces one after the other. */
const signAll = async (id: string, code: Hex) => {
  const batch = await journal.batches.get(id)
  if (!batch) return []
  const { chain, world } = openChain(8453)
  chain.genesis = batch.genesis
  chain.now = batch.createdAt
  chain.answers = codeAnswers(code)
  const raws: Hex[] = []
  for (let index = 0; index < batch.gas.length; index++)
    for (const event of await signThere(world, batch, index))
      if (event.type === 'signed') raws.push(event.raw)
  return raws
}

const executeBatch = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])

/** The calls of an executor's batch, without those that carry nothing. */
const callsIn = (bytes: Hex) => {
  const [calls] = decodeFunctionData({ abi: executeBatch, data: bytes }).args
  return calls.map(({ target, data: inner }) => ({ to: target.toLowerCase(), data: inner }))
}

test('whatever a page sends and a user approves, no account is ordered and none upgraded but by its user', async () => {
  const seen = { refused: 0, plain: 0, atomic: 0, upgraded: 0 }
  const requests = fc.record({
    sent: fc.oneof(transactions, { arbitrary: batches, weight: 3 }),
    how: decisions,
    code: codes,
  })
  await fc.assert(
    fc.asyncProperty(requests, async ({ sent: [method, params], how, code }) => {
      await emptyDatabase()
      await connectSite()
      const id = newId()
      const answer = wallet.send(method, params, { id })
      const row = await rowOf(id, answer)
      if (!row) {
        expect([-32602, 4100]).toContain((await answer).error?.code)
        seen.refused++
        return
      }
      const decided = decide(how, requestOf(row).calls.length)
      const { mode, upgrade } = decided
      await wallet.approve(id, decided).catch(() => 'refused')
      for (const raw of await signAll(id, code)) {
        const transaction = parseTransaction(raw)
        const { to, type, authorizationList = [], nonce = 0 } = transaction
        expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(alice)
        const isAtomic = mode === 'atomic'
        // The account's data to itself is the wallet's own encoding of a batch without any such call.
        if (to && own.includes(to.toLowerCase()) && (transaction.data ?? '0x') !== '0x') {
          expect(isAtomic && to.toLowerCase()).toBe(own[0])
          const inner = callsIn(transaction.data ?? '0x')
          expect(inner.filter((call) => own.includes(call.to) && call.data !== '0x')).toEqual([])
        } else expect(isAtomic).toBe(false)
        if (type !== 'eip7702') {
          seen[isAtomic ? 'atomic' : 'plain']++
          expect(authorizationList).toEqual([])
          continue
        }
        // A type-4 transaction must be the upgrade that the user decided on, to our executor.
        seen.upgraded++
        expect([mode, upgrade]).toEqual(['atomic', true])
        const [one, ...more] = authorizationList
        if (!one) throw new Error('a type-4 transaction without an authorization')
        expect(more).toEqual([])
        expect(await recoverAuthorizationAddress({ authorization: one })).toBe(alice)
        const terms = { address: executor.toLowerCase(), chainId: 8453, nonce: nonce + 1 }
        expect(one).toMatchObject(terms)
      }
      await wallet.reject(id)
    }),
    { numRuns: 500 },
  )
  // Some batches must have been signed, or nothing was tried.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5)
})
