import { beforeEach, expect, test } from 'vitest'
import { createRunCheck } from '@/lib/batch/runCheck'
import type { Transaction } from '@/lib/batch/state'
import { delegation, executor } from '@/lib/delegate/executor'
import { rpcError } from '@/lib/rpc/errors'
import { emptyDatabase } from '../database'
import { hashOf, makeBatch, receiptOf } from './batches'
import { openChain } from './fakeChain'

beforeEach(emptyDatabase)

const batch = makeBatch({ mode: 'atomic' })

const transactionOf = (name: string): Transaction => ({
  index: 0,
  kind: 'call',
  nonce: 5,
  hash: hashOf(name),
  raw: '0x02',
  upgrade: false,
  sent: true,
  sealed: false,
  ran: null,
})

const minutes = 60_000

/** A node that stumbles over each read of code while `isDown`, and knows the wallet's executor else. */
const open = () => {
  const { chain, world } = openChain()
  const node = { isDown: true }
  const code = delegation(executor)
  chain.answers = {
    eth_getCode: () => {
      if (node.isDown) throw rpcError('chainDisconnected')
      return code
    },
  }
  const check = createRunCheck(world)
  const ask = (name: string, block = '0xb1') =>
    check(batch, transactionOf(name), { ...receiptOf(hashOf(name)), blockHash: hashOf(block) })
  return { chain, node, ask }
}

test('a node that knows says at once that a batch ran', async () => {
  const { node, ask } = open()
  node.isDown = false
  expect(await ask('a')).toBe(true)
})

test('a node that stumbles is asked again for five minutes, and then counts as one that cannot tell', async () => {
  const { chain, ask } = open()
  expect(await ask('a')).toBeUndefined()
  chain.now += 5 * minutes - 1
  expect(await ask('a')).toBeUndefined()
  chain.now += 1
  expect(await ask('a')).toBeNull()
})

test('a clock that was set back does not keep it waiting for ever', async () => {
  const { chain, ask } = open()
  expect(await ask('a')).toBeUndefined()
  chain.now -= 5 * minutes
  expect(await ask('a')).toBeNull()
})

test('each transaction in each block has five minutes of its own', async () => {
  const { chain, ask } = open()
  expect(await ask('a')).toBeUndefined()
  chain.now += 5 * minutes
  expect(await ask('b')).toBeUndefined()
  expect(await ask('a', '0xb2')).toBeUndefined()
  expect(await ask('a')).toBeNull()
})

test('an answer in between begins the five minutes anew', async () => {
  const { chain, node, ask } = open()
  expect(await ask('a')).toBeUndefined()
  chain.now += 5 * minutes
  node.isDown = false
  expect(await ask('a')).toBe(true)
  node.isDown = true
  expect(await ask('a')).toBeUndefined()
})
