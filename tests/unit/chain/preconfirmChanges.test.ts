import type { Hash } from 'viem'
import { expect, test } from 'vitest'
import { senderAt } from '../../chain/preconfirmSender.ts'
import { rpc } from '../../chain/rpc.ts'
import { stranger } from '../accounts.ts'
import { chain, node, start, useChain } from './preconfirming.ts'

const [alice, bob] = [senderAt(0), senderAt(1)]

useChain({ executor: false })

test('a dropped transaction vanishes; what the sender sent after it waits until it is back', async () => {
  const raw = await alice.sign({ nonce: 0 })
  const before = await node.send(bob)
  const dropped = await node.submit(raw)
  const after = await node.send(alice, { nonce: 1 })
  await chain.refresh()
  expect(await node.receipt(dropped)).not.toBeNull()

  await chain.faults.drop(dropped)
  expect(await node.receipt(dropped)).toBeNull()
  expect(await node.ask('eth_getTransactionByHash', dropped)).toBeNull()
  expect(await node.nonce(alice.address)).toBe(0)
  expect(await node.receipt(after)).toBeNull()
  expect(await node.ask('eth_getTransactionByHash', after)).toMatchObject({ blockHash: null })
  expect((await node.block('pending')).transactions).toEqual([before])
  await chain.seal()
  expect((await node.block('latest')).transactions).toEqual([before])

  expect(await node.submit(raw)).toBe(dropped)
  await chain.seal()
  expect((await node.block('latest')).transactions).toEqual([dropped, after])
  await expect(chain.faults.drop(dropped)).rejects.toThrow('waits to be dropped')
})

test('a chain changed at the proxy is seen at once, one changed behind it by hand with a step', async () => {
  await node.ask('anvil_setBalance', stranger, '0x64')
  expect(await node.wei(stranger, 'pending')).toBe(100n)
  await rpc(chain.anvilUrl, 'anvil_setBalance', [stranger, '0xc8'])
  expect(await node.wei(stranger, 'pending')).toBe(100n)
  await chain.refresh()
  expect(await node.wei(stranger, 'pending')).toBe(200n)
})

test('blocks are sealed at the proxy too, and taken back', async () => {
  const hashes: Hash[] = []
  for (let depth = 0; depth < 5; depth += 1) {
    hashes.push(await node.send(alice))
    await node.ask('evm_mine')
  }
  const receipts = () => Promise.all(hashes.map(node.receipt))
  const statuses = async () => (await receipts()).map((receipt) => receipt?.status)
  expect(await statuses()).toEqual(['0x1', '0x1', '0x1', '0x1', '0x1'])
  await node.ask('anvil_reorg', 3, [])
  expect(await statuses()).toEqual(['0x1', '0x1', undefined, undefined, undefined])
  const next = await node.send(alice, { value: 1n })
  await chain.refresh()
  expect(await node.receipt(next)).toMatchObject({ status: '0x1' })
})

test('many blocks at a time are sealed one on the other', async () => {
  const { number } = await node.block('latest')
  await chain.seal(65)
  expect(Number((await node.block('latest')).number)).toBe(Number(number) + 65)
  expect(Number((await node.block('pending')).number)).toBe(Number(number) + 66)
})

test('a chain begun anew under the same id and address has another first block', async () => {
  const port = Number(new URL(chain.url).port)
  const { hash } = await node.block('0x0')
  await chain.stop()
  const startedAt = Math.floor(Date.now() / 1000) - 60
  await start({ executor: false, port, startedAt })
  expect(await node.block('0x0')).toMatchObject({ timestamp: `0x${startedAt.toString(16)}` })
  expect((await node.block('0x0')).hash).not.toBe(hash)
  expect(await node.ask('eth_chainId')).toBe('0x7a69')
})
