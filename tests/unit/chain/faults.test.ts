import type { Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import * as faults from '../../chain/faults.ts'
import { startPreconfirmingChain } from '../../chain/preconfirm.ts'
import { senderAt } from '../../chain/preconfirmSender.ts'
import { rpc } from '../../chain/rpc.ts'
import { chain, node, useChain } from './preconfirming.ts'

const sender = senderAt(0)
const submit = 'eth_sendRawTransaction'

/** The delayed responses, each with its ms; a test ends a delay in place of the clock. */
const held: { ms: number; end: () => void }[] = []

useChain({
  executor: false,
  hold: (ms) => new Promise((resolve) => held.push({ ms, end: resolve })),
})

const post = (body: unknown) => fetch(chain.url, { method: 'POST', body: JSON.stringify(body) })
const nextRaw = async () => sender.sign({ nonce: await node.nonce(sender.address) })
const waiting = async () =>
  Number((await rpc<{ pending: Hex }>(chain.anvilUrl, 'txpool_status')).pending)

test('a request is dropped before the node sees it', async () => {
  chain.faults.arm(submit, faults.requestDropped)
  await expect(node.submit(await nextRaw())).rejects.toThrow('fetch failed')
  expect(await waiting()).toBe(0)
})

test('a reply is dropped after the node accepted', async () => {
  const raw = await nextRaw()
  chain.faults.arm(submit, faults.replyDropped)
  await expect(node.submit(raw)).rejects.toThrow('fetch failed')
  expect(await waiting()).toBe(1)
  await expect(node.submit(raw)).rejects.toThrow('already known')
})

test.each([
  [429, 'application/json', faults.tooManyRequests],
  [500, 'text/plain', faults.serverError],
  [200, 'text/html', faults.html],
])('HTTP %i with %s', async (status, type, fault) => {
  chain.faults.arm(submit, fault)
  const response = await post({ id: 1, method: submit, params: [await nextRaw()] })
  expect([response.status, response.headers.get('content-type')]).toEqual([status, type])
  expect(await waiting()).toBe(0)
})

test('silence: the node acts at once, its answer comes late, others are not held up', async () => {
  chain.faults.arm(submit, faults.silence(300_000))
  const answered = vi.fn()
  const answer = node.submit(await nextRaw()).then(answered)
  await expect.poll(waiting, { interval: 20 }).toBe(1)
  expect(await node.nonce(sender.address)).toBeGreaterThanOrEqual(0)
  expect(answered).not.toHaveBeenCalled()
  expect(held.map(({ ms }) => ms)).toEqual([300_000])
  held[0]?.end()
  await answer
})

test('a chain stops while it is silent', async () => {
  const other = await startPreconfirmingChain({ executor: false })
  other.faults.arm('*', faults.silence(60_000))
  const hanging = expect(rpc(other.url, 'eth_chainId')).rejects.toThrow('fetch failed')
  await expect.poll(() => other.requests()).toEqual({ eth_chainId: 1 })
  await other.stop()
  await hanging
})

test('receipts are invented, and true ones are lied in', async () => {
  const hash = await node.submit(await nextRaw())
  const fake = { transactionHash: hash, status: '0x1', blockNumber: '0x2' }
  chain.faults.arm('eth_getTransactionReceipt', faults.fakeReceipt({ blockNumber: '0x2' }))
  expect(await node.receipt(hash)).toMatchObject(fake)
  expect(await node.receipt(hash)).toBeNull()

  await chain.seal()
  const { hash: blockHash } = await node.block('latest')
  chain.faults.arm('eth_getTransactionReceipt', faults.fakeReceipt({ status: '0x0' }))
  expect(await node.receipt(hash)).toMatchObject({ status: '0x0', blockHash })
})

test('a nonce is stale, where it is meant to be', async () => {
  await node.submit(await nextRaw())
  await chain.seal()
  const nonce = await node.nonce(sender.address)
  chain.faults.arm('eth_getTransactionCount', faults.staleNonce(1), {
    when: ([, tag]) => tag === 'pending',
  })
  expect(await node.nonce(sender.address, 'latest')).toBe(nonce)
  expect(await node.nonce(sender.address, 'pending')).toBe(nonce - 1)
  expect(await node.nonce(sender.address, 'pending')).toBe(nonce)
})

test('a fault strikes once, so many times, for so long, or until it is disarmed', async () => {
  const arm = (limit?: faults.Limit) =>
    chain.faults.arm('eth_chainId', faults.wrongChainId(1), limit)
  const answers = async (count: number) => {
    const seen = []
    while (seen.length < count) seen.push(Number(await node.ask<Hex>('eth_chainId')))
    return seen
  }
  arm()
  expect(await answers(2)).toEqual([1, 31337])
  arm({ times: 2 })
  expect(await answers(3)).toEqual([1, 1, 31337])
  arm({ ms: 300 })
  expect(await answers(3)).toEqual([1, 1, 1])
  await expect.poll(() => answers(1), { interval: 20 }).toEqual([31337])
  const disarm = arm({ times: Infinity })
  expect(await answers(3)).toEqual([1, 1, 1])
  disarm()
  expect(await answers(1)).toEqual([31337])
  arm({ times: Infinity })
  chain.faults.clear()
  expect(await answers(1)).toEqual([31337])
})

test('requests are counted, also those that never got through; what is done by hand is not', async () => {
  const before = chain.requests()
  chain.faults.arm('eth_chainId', faults.requestDropped)
  await expect(node.ask('eth_chainId')).rejects.toThrow('fetch failed')
  const batch = ['eth_chainId', 'eth_gasPrice'].map((method, id) => ({ id, method }))
  expect(await (await post(batch)).json()).toMatchObject([{ id: 0, result: '0x7a69' }, { id: 1 }])
  await chain.refresh()
  await chain.seal()
  expect(chain.requests()).toEqual({
    ...before,
    eth_chainId: (before.eth_chainId ?? 0) + 2,
    eth_gasPrice: 1,
  })
})
