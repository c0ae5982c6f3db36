import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../database'
import { connectSite } from '../../harness/connectSite'
import * as permissions from '@/lib/sites/permissions'
import { dapp, other } from '../accounts'
import { fakeNode } from '../network/fakeNode'
import { openWallet } from './siteWallet'

const hash = `0x${'1'.repeat(64)}`
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

beforeEach(async () => {
  await emptyDatabase()
  await connectSite(undefined, undefined, 31337)
})

/** A node that has one block. */
const oneBlock = () =>
  fakeNode({ eth_getBlockByNumber: () => ({ number: '0x1', hash, parentHash: hash }) })

test.each<[string, unknown[]]>([
  ['newHeads', ['newHeads']],
  ['newHeads with what it does not need', ['newHeads', {}]],
  ['logs', ['logs', { address: [usdc], topics: [hash, null, [hash]], fromBlock: '0x1' }]],
  ['all logs', ['logs']],
  ['all logs, as some say it', ['logs', null]],
])('%s: the page has an id, and its relay where it begins', async (_, params) => {
  oneBlock()
  const { send, subscriptions } = openWallet()
  const told: unknown[] = []
  const sender = { documentId: 'document', origin: 'https://dapp.example' }
  const line = subscriptions.opened(sender, (delivery) => told.push(delivery))
  const { result } = await send('eth_subscribe', params)
  const wire = JSON.stringify(params)
  const begun = { subscription: result, wire, chainId: 31337, blocks: [[1, hash, []]] }
  expect(told).toEqual([begun])
  expect(await send('eth_unsubscribe', [result])).toEqual({ result: true })
  expect(await send('eth_unsubscribe', [result])).toEqual({ result: false })
  expect(told).toEqual([begun, { subscription: result }])
  line.closed()
})

test.each<[string, unknown, string]>([
  ['pending', ['newPendingTransactions'], 'params[0] must be "newHeads" or "logs"'],
  ['syncing', ['syncing'], 'params[0] must be "newHeads" or "logs"'],
  ['nothing', [], 'must be "newHeads" or "logs"'],
  ['a wrong address', ['logs', { address: 'x' }], 'params[1].address must be an address or a list'],
  ['an address too many', ['logs', { address: Array(1_001).fill(usdc) }], 'params[1].address'],
  ['a wrong topic', ['logs', { topics: [5] }], 'params[1].topics[0] must be a hash'],
])('is refused with what is possible: %s', async (_, params, message) => {
  const { asked } = oneBlock()
  const { send } = openWallet()
  const { error } = await send('eth_subscribe', params)
  expect(error?.code).toBe(-32602)
  expect(error?.message).toContain(message)
  expect(asked).toEqual([])
})

test('is refused to a site that is not connected, and no node is asked', async () => {
  const { asked } = oneBlock()
  const { send } = openWallet()
  const answer = await send('eth_subscribe', ['newHeads'], { origin: other })
  expect(answer).toMatchObject({ error: { code: 4100 } })
  expect(asked).toEqual([])
})

test('ends for a site that is disconnected, and its page is told', async () => {
  oneBlock()
  const { send, subscriptions } = openWallet()
  const told: unknown[] = []
  const line = subscriptions.opened({ documentId: 'document', origin: dapp }, (one) =>
    told.push(one),
  )
  const { result } = await send('eth_subscribe', ['newHeads'])
  await permissions.revoke(dapp)
  await subscriptions.moved()
  expect(told.at(-1)).toEqual({ subscription: result })
  line.closed()
})
