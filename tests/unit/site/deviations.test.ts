import { readFileSync } from 'node:fs'
import { keccak256 } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { append } from '@/lib/batch/journal'
import { fold } from '@/lib/batch/state'
import { callsStatus } from '@/lib/batch/status'
import { hasUnsigned } from '@/lib/batch/unsigned'
import type { Event, Receipt } from '@/lib/db/batchEvent'
import { executor } from '@/lib/delegate/executor'
import { knownSupport } from '@/lib/delegate/support'
import { askNode } from '@/lib/network/node'
import { remember } from '@/lib/network/facts'
import { gasLimits } from '@/lib/simulate/gas'
import type { CallOutcome } from '@/lib/simulate/quote'
import { site } from '@/lib/sites/permissions'
import { did, hashOf, makeBatch, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { alice, dapp, other, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { fakeNode } from '../network/fakeNode'
import { decision, openWallet } from './siteWallet'

const wallet = openWallet()

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

afterEach(() => vi.useRealTimers())

const call = { to: stranger }
const batch = (change: object = {}) => [
  {
    version: '2.0.0',
    from: alice,
    chainId: '0x2105',
    atomicRequired: false,
    calls: [call],
    ...change,
  },
]

const sendCalls = async (change: object) =>
  (await wallet.send('wallet_sendCalls', batch(change))).error

const sendTransaction = async (change: object) =>
  (await wallet.send('eth_sendTransaction', [{ from: alice, to: stranger, ...change }])).error

const asked = async (method: string, params: unknown[]) => {
  const { id, row } = await wallet.ask(method, params)
  await wallet.reject(id)
  return row.params as [{ calls: object[]; suggestedGas?: string; suggested?: object }]
}

const stopped = async (reason: 'refused' | 'expired') => {
  const params = [{ from: alice, to: stranger }]
  const { id, answer } = await wallet.ask('eth_sendTransaction', params)
  await wallet.approve(id, decision('one'))
  await append(id, [{ type: 'stopped', reason }], 0)
  return (await answer).error?.code
}

const statusAfter = (...events: Event[]) =>
  callsStatus(makeBatch({ mode: 'one' }), fold([did.signed('0'), did.sent('0'), ...events]))

/** Runs each deviation that docs/batches.md names. */
const proofs: Record<string, () => Promise<void> | void> = {
  async 'More in the result'() {
    const { id, answer } = await wallet.ask('wallet_sendCalls', batch({ id: 'a' }))
    await wallet.approve(id, decision('one'))
    expect(await answer).toEqual({ result: { id: 'a', batchId: 'a', status: 'pending' } })
  },
  async 'Sender and recipients are required'() {
    expect(await sendCalls({ from: undefined })).toMatchObject({ code: -32602 })
    const deploying = await sendCalls({ calls: [{ data: '0x6000' }] })
    expect(deploying?.message).toMatch(/calls\[0\]\.to .*use eth_sendTransaction/)
    const [deployed] = await asked('eth_sendTransaction', [{ from: alice, data: '0x6000' }])
    expect(deployed.calls).toMatchObject([{ to: null }])
  },
  async 'Absent value is zero'() {
    expect((await asked('wallet_sendCalls', batch()))[0].calls).toMatchObject([{ value: '0x0' }])
  },
  async 'One network'() {
    expect(await sendCalls({ chainId: '0x14a34' })).toMatchObject({ code: -32602 })
  },
  async 'A network for each site'() {
    await connectSite(other)
    const params = [{ chainId: '0x14a34' }]
    const { id, answer } = await wallet.ask('wallet_switchEthereumChain', params)
    await wallet.approve(id, {})
    expect(await answer).toEqual({ result: null })
    expect([(await site(dapp)).chainId, (await site(other)).chainId]).toEqual([84532, 8453])
  },
  async 'No zero address'() {
    const zero = `0x${'0'.repeat(40)}`
    expect(await sendCalls({ calls: [{ to: zero }] })).toMatchObject({ code: -32602 })
    expect(await sendTransaction({ to: zero })).toMatchObject({ code: -32602 })
  },
  async 'No data to own accounts'() {
    const driving = { to: alice, data: '0x34fcd5be' }
    expect(await sendCalls({ calls: [driving] })).toMatchObject({ code: -32602 })
    expect(await sendTransaction(driving)).toMatchObject({ code: -32602 })
  },
  async 'Standard words first'() {
    const error = await sendCalls({ capabilities: { magic: {} } })
    expect(error?.message).toMatch(/^The wallet does not support a capability .*: magic$/)
  },
  'A share of gas'() {
    const calls = [
      { to: stranger, value: '0x0', data: '0x', gas: '0x7530' },
      { to: stranger, value: '0x0', data: '0x' },
    ] as const
    const terms = { mode: 'atomic', calls, delegate: executor, upgrade: false } as const
    const used: CallOutcome = { status: 'succeeds', gas: '0x5208' }
    const whole: CallOutcome = { status: 'succeeds', gas: '0x186a0' }
    const [limit] = gasLimits(terms, [used, used], whole, 2 ** 24)
    expect(Number(limit)).toBe(115_000 + 30_000 - 21_000)
  },
  'Pre-confirmed receipts'() {
    expect(statusAfter(did.included('0'))).toMatchObject({
      status: 100,
      receipts: [{}],
      capabilities: { preconfirmation: { preconfirmed: true } },
    })
    expect(statusAfter(did.sealed('0'))).not.toHaveProperty('capabilities')
  },
  'A second RPC holds'() {
    for (const type of ['disputed', 'awaited'] as const) {
      const held = statusAfter(did.included('0'), { type, hash: hashOf('0') })
      expect(held.status).toBe(100)
      expect(held).not.toHaveProperty('capabilities')
    }
  },
  'All logs of the transaction'() {
    const logs: Receipt['logs'] = [{ address: alice, data: '0x', topics: [] }]
    const { receipts } = statusAfter(did.sealed('0', { logs }))
    expect(receipts?.[0]?.logs).toEqual(logs)
  },
  async 'Capabilities from memory'() {
    await remember('7702:8453', true)
    await remember('executor:8453', true)
    await remember(`code:8453:${alice}`, { kind: 'plain', delegate: null })
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { result } = await wallet.send('wallet_getCapabilities', [alice, ['0x2105']])
    expect(result).toMatchObject({ '0x2105': { atomic: { status: 'ready' } } })
  },
  async 'A no is asked again'() {
    await remember('7702:8453', false)
    await remember('executor:8453', true)
    const after = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
      return knownSupport(8453)
    }
    expect(await after(9)).toEqual({ eip7702: false, executor: true })
    expect(await after(2)).toBeUndefined()
  },
  async 'The lock waits'() {
    for (const mode of ['one', 'atomic', 'sequence'] as const) {
      await emptyDatabase()
      expect(await hasUnsigned()).toBe(false)
      await storeBatch({ mode })
      expect(await hasUnsigned(), mode).toBe(true)
    }
  },
  async Suggestions() {
    expect(await sendTransaction({ nonce: 'next' })).toMatchObject({ code: -32602 })
    const suggested = { gas: '0x5208', nonce: '0x63', maxFeePerGas: '0x1' }
    const [request] = await asked('eth_sendTransaction', [{ from: alice, ...call, ...suggested }])
    expect(request).toMatchObject({ suggestedGas: '0x5208', suggested })
  },
  async 'No authorizations from sites'() {
    expect(await sendTransaction({ type: '0x4' })).toMatchObject({ code: -32602 })
    expect(await sendTransaction({ authorizationList: [] })).toMatchObject({ code: -32602 })
  },
  async 'Refused when asked again'() {
    expect([await stopped('refused'), await stopped('expired')]).toEqual([4001, -32000])
  },
  async 'Pending transactions by the block'() {
    wallet.node.mockImplementation(askNode)
    const block = { transactions: [keccak256('0x')] }
    const { asked: questions } = fakeNode({
      eth_blockNumber: () => '0x1',
      eth_getBlockByNumber: () => block,
    })
    await wallet.send('eth_newPendingTransactionFilter', [])
    expect(questions.map(({ method }) => method).toSorted()).toEqual([
      'eth_blockNumber',
      'eth_getBlockByNumber',
    ])
  },
  async 'Connected sites only'() {
    const requests = [
      ['eth_subscribe', ['newHeads']],
      ['eth_sendRawTransaction', ['0x02']],
    ] as const
    for (const [method, params] of requests) {
      const { error } = await wallet.send(method, params, { origin: other })
      expect(error, method).toMatchObject({ code: 4100 })
      expect((await wallet.send(method, params)).error?.code, method).not.toBe(4100)
    }
  },
  async 'No hash of a delegated account'() {
    await remember(`code:84532:${alice}`, { kind: 'executor', delegate: stranger })
    const sign = async (message: string) =>
      (await wallet.send('personal_sign', [message, alice])).error
    expect(await sign(hashOf('0'))).toMatchObject({ code: -32602 })
    const { id } = await wallet.ask('personal_sign', [`${hashOf('0')}00`, alice])
    await wallet.reject(id)
  },
}

test('docs/batches.md lists each of them, and nothing that is not run', () => {
  const [, section = ''] = readFileSync('docs/batches.md', 'utf8').split('## Deviations\n')
  const listed = [...section.matchAll(/^(\d+)\. \*\*(.+?)\*\*: /gm)]
  expect(listed.map(([, , name]) => name)).toEqual(Object.keys(proofs))
  expect(listed.map(([, number]) => Number(number))).toEqual(listed.map((_, index) => index + 1))
})

describe('a deviation is as it is written', () => {
  test.each(Object.entries(proofs))('%s', async (_, proof) => {
    await proof()
  })
})
