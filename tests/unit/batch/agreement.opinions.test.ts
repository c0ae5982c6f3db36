import { beforeEach, expect, test } from 'vitest'
import { createAgreement } from '@/lib/batch/agreement'
import type { Receipt } from '@/lib/db/batchEvent'
import { hashOf, receiptOf } from './batches'
import { openChain } from './fakeChain'
import { emptyDatabase } from '../database'

// A batch’s age is that of its last stored event: another file may have left some under the same keys.
beforeEach(emptyDatabase)

const receipt = receiptOf(hashOf('0'))
const { blockHash, transactionHash } = receipt
const block = { hash: blockHash, transactions: [transactionHash] }

/** Returns the opinions of a second node that answers as `said`: at once, and 10 s later. */
const opinions = async (said: { block?: object | null; receipt?: Receipt | null }) => {
  let now = 0
  const agreement = createAgreement({
    ...openChain().world,
    now: () => now,
    second: {
      has: () => Promise.resolve(true),
      ask: (_chainId, method) =>
        Promise.resolve(method === 'eth_getBlockByNumber' ? said.block : said.receipt),
    },
  })
  const first = await agreement(31337, receipt)
  now = 10_000
  return [first, await agreement(31337, receipt)]
}

test.each([
  ['the same block and receipt', { block, receipt }, ['agrees', 'agrees']],
  ['silence', {}, ['awaited', 'silent']],
  ['no such block yet', { block: null, receipt: null }, ['awaited', 'silent']],
  ['the block, but not yet the receipt', { block, receipt: null }, ['awaited', 'silent']],
  [
    'the block without the transaction',
    { block: { ...block, transactions: [] }, receipt: null },
    ['differs', 'differs'],
  ],
  ['another block', { block: { ...block, hash: hashOf('b') }, receipt }, ['differs', 'differs']],
  [
    'that it reverted',
    { block, receipt: { ...receipt, status: '0x0' as const } },
    ['differs', 'differs'],
  ],
  [
    'other logs',
    {
      block,
      receipt: {
        ...receipt,
        logs: [{ address: `0x${'11'.repeat(20)}` as const, data: '0x' as const, topics: [] }],
      },
    },
    ['differs', 'differs'],
  ],
])('a second node says %s', async (_name, said, expected) => {
  expect(await opinions(said)).toEqual(expected)
})
