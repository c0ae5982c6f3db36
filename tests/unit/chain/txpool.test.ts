import { parseGwei } from 'viem'
import { expect, test } from 'vitest'
import { refused } from '../../chain/faults.ts'
import { startPreconfirmingChain } from '../../chain/preconfirm.ts'
import { readerOf } from '../../chain/preconfirmReader.ts'
import { type Sender, senderAt } from '../../chain/preconfirmSender.ts'
import { refusals } from '../../chain/txpool.ts'
import { chain, node, useChain } from './preconfirming.ts'

useChain()

const upgrade = async (from: Sender, nonce: number) => {
  const authorization = await from.authorize(chain.contracts.executor, nonce + 1)
  return node.send(from, { nonce, authorizationList: [authorization] })
}

test('the same bytes again are known while they wait, and too low once they count', async () => {
  const raw = await senderAt(0).sign({ nonce: 0 })
  await node.submit(raw)
  await expect(node.submit(raw)).rejects.toThrow(refusals.known)
  await chain.refresh()
  await expect(node.submit(raw)).rejects.toThrow(refusals.known)
  await expect(node.send(senderAt(0), { nonce: 0, value: 1n })).rejects.toThrow(
    'nonce too low: next nonce 1, tx nonce 0',
  )
  await chain.seal()
  await expect(node.submit(raw)).rejects.toThrow(refusals.nonceTooLow)
})

test.each([
  ['10', '1', false],
  ['10.9', '1.1', false],
  ['11', '1.09', false],
  ['11', '1.1', true],
])('a transaction of 10 and 1 gwei is replaced by %s and %s: %s', async (cap, tip, isTaken) => {
  const sender = senderAt(1)
  const nonce = await node.nonce(sender.address)
  const old = await node.send(sender, { nonce })
  const fees = { maxFeePerGas: parseGwei(cap), maxPriorityFeePerGas: parseGwei(tip) }
  const replacing = node.send(sender, { nonce, value: 1n, ...fees })
  if (!isTaken) return expect(replacing).rejects.toThrow(refusals.underpriced)
  expect(await node.ask('eth_getTransactionByHash', await replacing)).not.toBeNull()
  expect(await node.ask('eth_getTransactionByHash', old)).toBeNull()
  await chain.refresh()
  expect(await node.receipt(await replacing)).toMatchObject({ status: '0x1' })
})

test('an account has one transaction in flight once its authorization waits or counts', async () => {
  const sender = senderAt(2)
  await upgrade(sender, 0)
  await expect(node.send(sender, { nonce: 1 })).rejects.toThrow(refusals.inFlight)
  await chain.refresh()

  await expect(node.send(sender, { nonce: 3 })).rejects.toThrow(refusals.gapped)
  await node.send(sender, { nonce: 2 })
  await expect(node.send(sender, { nonce: 3 })).rejects.toThrow(refusals.inFlight)
  const fees = { maxFeePerGas: parseGwei('20'), maxPriorityFeePerGas: parseGwei('2') }
  const hash = await node.send(sender, { nonce: 2, ...fees })
  await chain.refresh()
  expect(await node.receipt(hash)).toBeNull()
  // anvil has no block in which an upgrade is followed by the account's next transaction.
  await chain.seal()
  expect(await node.receipt(hash)).toMatchObject({ status: '0x1' })
  await node.send(sender, { nonce: 3 })
})

test('a plain account may have more, but two of them keep an authorization of it out', async () => {
  const sender = senderAt(3)
  await node.send(sender, { nonce: 0 })
  await node.send(sender, { nonce: 1 })
  await node.send(sender, { nonce: 5 })
  await expect(upgrade(sender, 2)).rejects.toThrow(refusals.authorityReserved)
})

test('a node may count until the seal, and may allow more', async () => {
  const other = await startPreconfirmingChain({ inFlightUntil: 'sealed', inFlightLimit: 2 })
  const there = readerOf(other.url)
  const sender = senderAt(0)
  try {
    const authorization = await sender.authorize(other.contracts.executor, 1)
    await there.send(sender, { nonce: 0, authorizationList: [authorization] })
    await other.seal()
    await there.send(sender, { nonce: 2 })
    await other.refresh()
    await expect(there.send(sender, { nonce: 4 })).rejects.toThrow(refusals.gapped)
    await there.send(sender, { nonce: 3 })
    await other.refresh()
    await expect(there.send(sender, { nonce: 4 })).rejects.toThrow(refusals.inFlight)
    await other.seal()
    await there.send(sender, { nonce: 4 })
  } finally {
    await other.stop()
  }
})

test('a rule may strike where it would not', async () => {
  chain.faults.arm('eth_sendRawTransaction', refused(refusals.inFlight))
  await expect(node.send(senderAt(4))).rejects.toThrow(refusals.inFlight)
  await node.send(senderAt(4))
})
