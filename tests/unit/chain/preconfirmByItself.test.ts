import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type PreconfirmingChain, startPreconfirmingChain } from '../../chain/preconfirm.ts'
import { readerOf } from '../../chain/preconfirmReader.ts'
import { senderAt } from '../../chain/preconfirmSender.ts'

let chain: PreconfirmingChain
beforeAll(async () => {
  chain = await startPreconfirmingChain({
    executor: false,
    refreshEvery: 200,
    sealEvery: 1500,
    nullPending: true,
  })
})
afterAll(() => chain.stop())

test('steps and seals come by themselves; a pending block may lack number and hash', async () => {
  const node = readerOf(chain.url)
  const hash = await node.send(senderAt(0))
  const early = await vi.waitUntil(() => node.receipt(hash), { timeout: 60_000, interval: 20 })
  const unnamed = { number: null, hash: null, gasUsed: '0x5208', transactions: [hash] }
  expect(await node.block('pending')).toMatchObject(unnamed)
  expect((await node.block('latest')).transactions).not.toContain(hash)

  const moved = async () => (await node.receipt(hash))?.blockHash !== early.blockHash
  await vi.waitUntil(moved, { timeout: 60_000, interval: 20 })
  expect(await node.receipt(hash)).toMatchObject({
    ...early,
    blockHash: expect.any(String) as string,
    logs: [],
  })

  const sealed = async () => (await node.block('latest')).transactions.includes(hash)
  await vi.waitUntil(sealed, { timeout: 60_000, interval: 50 })
  expect((await node.block('latest')).hash).toBe((await node.receipt(hash))?.blockHash)
})
