import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import { nonceCall } from '@/lib/sponsor/operationOutcome'
import { alice, bob, stranger } from '../accounts'
import { hashOf } from './batches'
import { forgotten } from './fakeChain'
import { openSearch, receiptIn, useLog } from './operationSearch'

/** Opens a node that searches for no logs, and that has the state of all blocks: one has used the nonce. */
const used = (block: number, ...receipts: ReturnType<typeof receiptIn>[]) => {
  const place = openSearch()
  place.node.answers.eth_getLogs = () => null
  place.node.usedIn = block
  place.node.receipts = receipts
  return place
}

const held = (block: number, name = 'bundle', log = useLog()) =>
  receiptIn(block, name, { logs: [log] })

describe('where no logs are searched', () => {
  test('the block that used the nonce is found, and what its receipts name', async () => {
    const { node, look, times } = used(5_000, receiptIn(5_000, 'else'), held(5_000))
    expect(await look()).toEqual({
      transactionHash: hashOf('bundle'),
      blockNumber: '0x1388',
      topics: useLog().topics,
    })
    expect(node.asked).toContainEqual({ method: 'eth_getBlockReceipts', params: ['0x1388'] })
    expect(node.asked).toContainEqual({
      method: 'eth_call',
      params: [nonceCall(alice), '0x1388'],
    })
    expect(times('eth_getBlockReceipts')).toBe(1)
    expect(times('eth_getTransactionReceipt')).toBe(0)
    // No log is searched for again.
    expect(times('eth_getLogs')).toBe(1)
  })

  test('another log of the transaction that names the operation is no matter', async () => {
    const { look } = used(
      5_000,
      receiptIn(5_000, 'bundle', { logs: [useLog({ nonce: 6n, name: 'older' }), useLog()] }),
    )
    expect(await look()).toMatchObject({ topics: useLog().topics })
  })

  test.each([
    ['the block after the first that is searched', 100, 37],
    ['the newest block', 100, 10_000],
    ['the second block of a chain', 10, 1],
  ])('%s is found', async (_, since, block) => {
    const { look } = used(block, held(block))
    expect(await look(since)).toMatchObject({ transactionHash: hashOf('bundle') })
  })

  test('a nonce that was used long before the signature is no matter', async () => {
    const { look, times } = used(36, held(36), held(37))
    expect(await look()).toBeUndefined()
    expect(times('eth_getBlockReceipts')).toBe(0)
  })

  test('a nonce that is not used in the newest block is no matter', async () => {
    const { look, times } = used(10_001, held(10_000))
    expect(await look()).toBeUndefined()
    expect(times('eth_getBlockReceipts')).toBe(0)
  })

  test('a node without the state is searched for logs once more', async () => {
    const place = openSearch()
    place.node.logs = [{ block: 5_000, transactionHash: hashOf('bundle'), log: useLog() }]
    expect(await place.look()).toMatchObject({ transactionHash: hashOf('bundle') })
    expect(place.times('eth_getBlockReceipts')).toBe(0)
  })

  test('the oldest block with a state is not taken for the one that used the nonce', async () => {
    const { node, look, times } = used(5_000, receiptIn(9_000, 'transfer', { from: alice }))
    node.remembers = 9_000
    expect(await look()).toBeUndefined()
    expect(times('eth_getBlockReceipts')).toBe(0)
  })

  test('a node that fails to tell a nonce is searched for logs once more', async () => {
    const place = openSearch()
    place.node.answers.eth_call = forgotten
    place.node.logs = [{ block: 5_000, transactionHash: hashOf('bundle'), log: useLog() }]
    expect(await place.look()).toMatchObject({ transactionHash: hashOf('bundle') })
  })
})

describe('a nonce that no operation used', () => {
  const own = (name: string, change: Parameters<typeof receiptIn>[2] = {}) =>
    receiptIn(5_000, name, { from: alice, to: stranger, ...change })

  test('was used by the account’s own transaction to the EntryPoint', async () => {
    const { look } = used(5_000, own('transfer'), own('burn', { to: entryPoint }), own('later'))
    expect(await look()).toMatchObject({
      transactionHash: hashOf('burn'),
      blockNumber: '0x1388',
    })
  })

  test('was used by the first of its own transactions where none goes there', async () => {
    const { look } = used(5_000, own('deployment', { to: null }), own('transfer'))
    expect(await look()).toMatchObject({ transactionHash: hashOf('deployment') })
  })

  test('was not used by a transaction that failed, or that is another’s', async () => {
    const { look } = used(
      5_000,
      own('failed', { status: '0x0', to: entryPoint }),
      receiptIn(5_000, 'foreign', { from: bob }),
    )
    expect(await look()).toBeUndefined()
  })

  test('was not used by a transaction to the EntryPoint that failed, where another one succeeded', async () => {
    const { look } = used(
      5_000,
      own('failed', { status: '0x0', to: entryPoint }),
      own('transfer'),
      own('burn', { to: entryPoint }),
    )
    expect(await look()).toMatchObject({ transactionHash: hashOf('burn') })
  })

  test('was used by nothing that a log of another nonce names', async () => {
    const { look } = used(5_000, held(5_000, 'bundle', useLog({ nonce: 6n })), own('transfer'))
    expect(await look()).toMatchObject({ transactionHash: hashOf('transfer') })
  })
})

describe.each([
  ['refuses', forgotten],
  ['has no', () => null],
])('a node that %s receipts of whole blocks', (_, answer) => {
  const open = (...receipts: ReturnType<typeof receiptIn>[]) => {
    const place = used(5_000, ...receipts)
    place.node.answers.eth_getBlockReceipts = answer
    return place
  }

  test('is asked for one at a time', async () => {
    const { node, look, times } = open(receiptIn(5_000, 'else'), held(5_000), receiptIn(4_999, 'x'))
    expect(await look()).toMatchObject({ transactionHash: hashOf('bundle') })
    expect(node.asked).toContainEqual({
      method: 'eth_getBlockByNumber',
      params: [numberToHex(5_000), false],
    })
    expect(times('eth_getTransactionReceipt')).toBe(2)
  })

  test('tells nothing if it has not all of them', async () => {
    const { node, look } = open(receiptIn(5_000, 'transfer', { from: alice }), held(5_000))
    const [first] = node.receipts
    const answers = [first, null]
    node.answers.eth_getTransactionReceipt = () => answers.shift()
    expect(await look()).toBeUndefined()
    expect(answers).toEqual([])
  })
})
