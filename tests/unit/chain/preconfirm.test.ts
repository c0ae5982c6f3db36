import {
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  parseAbi,
  parseEther,
  parseGwei,
  size,
} from 'viem'
import { expect, test } from 'vitest'
import type { Receipt } from '../../chain/preconfirmReader.ts'
import { senderAt } from '../../chain/preconfirmSender.ts'
import { stranger } from '../accounts.ts'
import { chain, node, useChain } from './preconfirming.ts'

const [alice, bob, carol] = [senderAt(0), senderAt(1), senderAt(2)]

useChain()

/** All that a receipt says, but for the hash of its block. */
const contentOf = async (hash: Hash) => {
  const receipt = await node.receipt(hash)
  const text = JSON.stringify(receipt).replaceAll(receipt?.blockHash ?? 'none', 'a block')
  return JSON.parse(text) as Receipt
}

/** Deploys as code the number, time, randomness and parent of the block it is in. */
const surroundings: Hex = '0x436000524260205244604052600143034060605260806000f3'

test('receipts come with a step and stay as they are, but for the hash of the block', async () => {
  const { usdc, dai, swap, executor } = chain.contracts
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [swap, 100n] })
  const order = encodeFunctionData({
    abi: parseAbi(['function swap(address,address,uint256,uint256) returns (uint256)']),
    args: [usdc, dai, 100n, 0n],
  })
  const hashes = [
    await node.send(alice, { nonce: 0, to: usdc, data: approve }),
    // A call that reverts, with fees that would put it first in a block sorted by fees.
    await node.send(bob, { to: swap, data: order, maxPriorityFeePerGas: parseGwei('5') }),
    await node.send(alice, { nonce: 1, to: swap, data: order }),
    await node.send(bob, { nonce: 1, to: null, data: surroundings }),
    await node.send(carol, { authorizationList: [await carol.authorize(executor, 1)] }),
  ]
  expect(await Promise.all(hashes.map(node.receipt))).toEqual([null, null, null, null, null])

  await chain.refresh()
  const preconfirmed = await Promise.all(hashes.map(contentOf))
  expect(preconfirmed.map(({ status }) => status)).toEqual(['0x1', '0x0', '0x1', '0x1', '0x1'])
  const { number, transactions } = await node.block('pending')
  expect(transactions).toEqual(hashes)
  expect(new Set(preconfirmed.map(({ blockNumber }) => blockNumber))).toEqual(new Set([number]))
  const deployed = preconfirmed[3]?.contractAddress ?? stranger
  const code = await node.code(deployed, 'pending')
  expect([size(code), await node.code(deployed, 'latest')]).toEqual([128, '0x'])

  await chain.seal()
  expect(await Promise.all(hashes.map(contentOf))).toEqual(preconfirmed)
  const sealed = await node.block('latest')
  expect(sealed).toMatchObject({ number, transactions: hashes })
  const receipts = await Promise.all(hashes.map(node.receipt))
  expect(new Set(receipts.map((receipt) => receipt?.blockHash))).toEqual(new Set([sealed.hash]))
  expect(await node.code(deployed, 'latest')).toBe(code)
})

test('the pending block grows by steps under a hash that changes with each', async () => {
  const empty = await node.block('pending')
  const first = await node.send(alice)
  expect(await node.block('pending')).toEqual(empty)

  await chain.refresh()
  const one = await node.block('pending')
  const { number, timestamp } = empty
  expect(one).toMatchObject({ number, timestamp, gasUsed: '0x5208', transactions: [first] })
  expect((await node.receipt(first))?.blockHash).toBe(one.hash)

  const second = await node.send(alice)
  await chain.refresh()
  const two = await node.block('pending')
  const both = { number, timestamp, gasUsed: '0xa410', transactions: [first, second] }
  expect(two).toMatchObject(both)

  await chain.refresh()
  const same = await node.block('pending')
  expect(same).toEqual({ ...two, hash: same.hash })
  expect((await node.receipt(first))?.blockHash).toBe(same.hash)

  await chain.seal()
  const sealed = await node.block('latest')
  expect(sealed).toMatchObject(both)
  expect(new Set([empty, one, two, same, sealed].map(({ hash }) => hash)).size).toBe(5)
})

test('pending reads see what is pre-confirmed, all other reads what is sealed', async () => {
  const { usdc, executor } = chain.contracts
  const nonce = await node.nonce(bob.address)
  const transfer = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [stranger, amount] })
  await node.send(bob, { nonce, to: stranger, value: parseEther('1') })
  await node.send(bob, { nonce: nonce + 1, to: usdc, data: transfer(7n) })
  await chain.refresh()
  const authorization = await bob.authorize(executor, nonce + 3)
  await node.send(bob, { nonce: nonce + 2, authorizationList: [authorization] })
  await chain.refresh()

  expect(await node.nonce(bob.address, 'pending')).toBe(nonce + 4)
  expect(await node.nonce(bob.address, 'latest')).toBe(nonce)
  expect(await node.wei(stranger, 'pending')).toBe(parseEther('1'))
  expect(await node.wei(stranger, 'latest')).toBe(0n)
  const delegation = `0xef0100${executor.slice(2).toLowerCase()}`
  expect(await node.code(bob.address, 'pending')).toBe(delegation)
  expect(await node.code(bob.address, 'latest')).toBe('0x')

  const spend = { from: stranger, to: usdc, data: transfer(7n) }
  for (const method of ['eth_call', 'eth_estimateGas']) {
    expect(await node.ask(method, spend, 'pending')).toMatch(/^0x/)
    await expect(node.ask(method, spend, 'latest')).rejects.toThrow('reverted')
    await expect(node.ask(method, spend)).rejects.toThrow('reverted')
  }
  const simulated = async (tag: string) =>
    node.ask('eth_simulateV1', { blockStateCalls: [{ calls: [spend] }] }, tag)
  expect(await simulated('pending')).toMatchObject([{ calls: [{ status: '0x1' }] }])
  expect(await simulated('latest')).toMatchObject([{ calls: [{ status: '0x0' }] }])
})
