import { beforeEach, describe, expect, test } from 'vitest'
import { askNode } from '@/lib/network/node'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { notFound } from './filterWallet'
import { newId, openWallet } from './siteWallet'

const { send, node } = openWallet()

beforeEach(async () => {
  await emptyDatabase()
  node.mockImplementation(askNode)
})

/** A node whose pending block a test fills. */
const open = async (block: { transactions: string[] } | null = { transactions: ['0xa'] }) => {
  const pending = { block }
  const { asked } = fakeNode({
    eth_blockNumber: () => '0x1',
    eth_getBlockByNumber: () => pending.block,
  })
  const { result } = await send('eth_newPendingTransactionFilter', [])
  const changes = async (from = {}) => {
    const { result: found, error } = await send('eth_getFilterChanges', [result], from)
    return error ?? found
  }
  return { asked, pending, changes, id: result as string }
}

describe('a filter of pending transactions', () => {
  test('tells what entered the pending block since it was asked, each once', async () => {
    const { pending, changes, asked } = await open()
    expect(await changes()).toEqual([])
    pending.block = { transactions: ['0xa', '0xb', '0xc'] }
    expect(await changes()).toEqual(['0xb', '0xc'])
    expect(await changes()).toEqual([])
    // The block was sealed, and a new one has begun.
    pending.block = { transactions: ['0xd'] }
    expect(await changes()).toEqual(['0xd'])
    expect(asked.find(({ method }) => method === 'eth_getBlockByNumber')?.params).toEqual([
      'pending',
      false,
    ])
  })

  test('gives a question that is sent again the same answer', async () => {
    const { pending, changes } = await open()
    const asked = { id: newId() }
    pending.block = { transactions: ['0xb'] }
    expect(await changes(asked)).toEqual(['0xb'])
    pending.block = { transactions: ['0xb', '0xc'] }
    expect(await changes(asked)).toEqual(['0xb'])
    expect(await changes()).toEqual(['0xc'])
  })

  test('finds nothing where the node has no pending block', async () => {
    const { pending, changes } = await open(null)
    expect(await changes()).toEqual([])
    pending.block = { transactions: ['0xa'] }
    expect(await changes()).toEqual(['0xa'])
  })

  test('has lost nothing where the node answers nonsense in between', async () => {
    const { pending, changes } = await open()
    pending.block = JSON.parse('{"transactions":"many"}') as { transactions: string[] }
    expect(await changes()).toMatchObject({ code: 4901 })
    pending.block = { transactions: ['0xa', '0xb'] }
    expect(await changes()).toEqual(['0xb'])
  })

  test('is another site’s as little as any filter, has no logs, and goes', async () => {
    const { changes, id } = await open()
    expect(await changes({ origin: 'https://other.example' })).toEqual(notFound)
    expect((await send('eth_getFilterLogs', [id])).error).toEqual(notFound)
    expect((await send('eth_uninstallFilter', [id])).result).toBe(true)
    expect(await changes()).toEqual(notFound)
  })
})
