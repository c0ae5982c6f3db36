import { expect, onTestFinished, test, vi } from 'vitest'
import { type PreconfirmingOptions, startPreconfirmingChain } from '../../chain/preconfirm.ts'
import { readerOf } from '../../chain/preconfirmReader.ts'
import { senderAt } from '../../chain/preconfirmSender.ts'

/** Starts a chain that steps by itself, for one test. */
const open = async (options: PreconfirmingOptions) => {
  const chain = await startPreconfirmingChain({ executor: false, refreshEvery: 200, ...options })
  onTestFinished(chain.stop)
  return { ...chain, ...readerOf(chain.url) }
}

test('steps come by themselves; a pending block may lack number and hash', async () => {
  // A seal that came by itself might come before the looks at what is not sealed.
  const node = await open({ nullPending: true })
  const hash = await node.send(senderAt(0))
  const early = await vi.waitUntil(() => node.receipt(hash), { timeout: 60_000, interval: 20 })
  const unnamed = { number: null, hash: null, gasUsed: '0x5208', transactions: [hash] }
  expect(await node.block('pending')).toMatchObject(unnamed)
  expect((await node.block('latest')).transactions).not.toContain(hash)

  await node.seal()
  const sealed = await node.receipt(hash)
  expect(sealed?.blockHash).not.toBe(early.blockHash)
  expect(sealed).toMatchObject({ ...early, blockHash: expect.any(String) as string, logs: [] })
})

test('seals come by themselves', async () => {
  const node = await open({ sealEvery: 300 })
  const hash = await node.send(senderAt(0))
  const isSealed = async () => (await node.block('latest')).transactions.includes(hash)
  await vi.waitUntil(isSealed, { timeout: 60_000, interval: 20 })
  const receipt = await node.receipt(hash)
  const block = await node.ask('eth_getBlockByHash', receipt?.blockHash, false)
  expect(block).toMatchObject({ transactions: [hash] })
})
