import { describe, expect, test } from 'vitest'
import {
  askOf,
  findOperation,
  nonceAt,
  operationNonce,
  type Ask,
  type Used,
} from '@/lib/batch/findOperation'
import type { Receipt } from '@/lib/db/batchEvent'
import { nonceCall } from '@/lib/sponsor/operationOutcome'
import { alice, stranger } from '../accounts'
import { hashOf, receiptOf } from './batches'
import { openChain, silence } from './fakeChain'
import { useLog, wanted } from './operationSearch'

/** Opens a node that gives one answer to all, and keeps what it was asked. */
const answering = (answer: unknown) => {
  const asked: [string, unknown[]][] = []
  const ask: Ask = <T>(method: string, params: unknown[]) => {
    asked.push([method, params])
    return Promise.resolve(answer) as Promise<T>
  }
  return { ask, asked }
}

const moved = { address: stranger, topics: [hashOf('moved')], data: '0x01' as const }
const bundle = (success = true): Receipt =>
  receiptOf(hashOf('bundle'), { logs: [moved, useLog({ success }), moved] })

type Scene = { nonce?: bigint; receipts?: Receipt[]; used?: Used; known?: string }

/** Looks for an operation at nonce 7, on a node that has some receipts and an account’s next nonce. */
const find = async ({ nonce = 8n, receipts = [bundle()], used, known }: Scene) => {
  const { ask, asked } = answering(`0x${nonce.toString(16)}`)
  let searches = 0
  const search = () => {
    searches++
    return Promise.resolve(used)
  }
  const receiptAt = (hash: string) =>
    Promise.resolve(receipts.find(({ transactionHash }) => transactionHash === hash) ?? null)
  const found = await findOperation(ask, search, receiptAt, alice, {
    hash: hashOf('first'),
    signed: wanted,
    known: known === undefined ? undefined : hashOf(known),
  })
  return { found, asked, searches }
}

const usedBy = (name: string): Used => ({
  transactionHash: hashOf('bundle'),
  blockNumber: '0xa',
  topics: useLog({ name }).topics,
})

const there = { receipt: { ...bundle(), logs: [moved] }, whole: bundle() }

describe('an operation', () => {
  test('is where it was at the last look, without another question', async () => {
    const { found, asked, searches } = await find({ known: 'bundle' })
    expect(found).toEqual(there)
    expect(asked).toEqual([])
    expect(searches).toBe(0)
  })

  test.each([
    ['is in no block any more', [bundle()]],
    ['holds it no more', [receiptOf(hashOf('old')), bundle()]],
  ])('is searched for where the transaction of the last look %s', async (_, receipts) => {
    const { found, searches } = await find({ known: 'old', receipts, used: usedBy('first') })
    expect(found).toEqual(there)
    expect(searches).toBe(1)
  })

  test('is in no block as long as its nonce is unused, which is no cause to search', async () => {
    const { found, asked, searches } = await find({ nonce: 7n, used: usedBy('first') })
    expect(found).toBeNull()
    expect(asked).toEqual([['eth_call', [nonceCall(alice), 'latest']]])
    expect(searches).toBe(0)
  })

  test('is found where its nonce is used, with its own logs', async () => {
    const { found, searches } = await find({ used: usedBy('first') })
    expect(found).toEqual(there)
    expect(searches).toBe(1)
  })

  test('that failed is told to have failed, though its bundle succeeded', async () => {
    const { found } = await find({ used: usedBy('first'), receipts: [bundle(false)] })
    expect(found?.receipt.status).toBe('0x0')
    expect(found?.whole.status).toBe('0x1')
  })

  test('is in no block where another one used its nonce', async () => {
    expect((await find({ used: usedBy('other') })).found).toBeNull()
  })

  test('is in no block where a transaction used its nonce, or nobody can tell', async () => {
    const used: Used = { transactionHash: hashOf('bundle'), blockNumber: '0xa' }
    expect((await find({ used })).found).toBeNull()
    expect((await find({})).found).toBeNull()
  })

  test('is not told of where the receipt is not there, or has nothing of it', async () => {
    const used = usedBy('first')
    expect((await find({ used, receipts: [] })).found).toBeNull()
    expect((await find({ used, receipts: [receiptOf(hashOf('bundle'))] })).found).toBeNull()
  })
})

describe('the next nonce of an account in the EntryPoint', () => {
  test.each([
    [16, '0x10'],
    [16n, '0x10'],
  ])('after a block is asked of a node by its number', async (block, tag) => {
    const { ask, asked } = answering('0x0c')
    expect(await nonceAt(ask, alice, block)).toBe(12n)
    expect(asked).toEqual([['eth_call', [nonceCall(alice), tag]]])
  })

  test('is none before there was an EntryPoint, and not known without the state', async () => {
    expect(await nonceAt(answering('0x').ask, alice, 1)).toBe(0n)
    expect(await nonceAt(answering(null).ask, alice, 1)).toBeUndefined()
  })

  test('is asked of a node as it is at a tag', async () => {
    const { ask, asked } = answering('0x0c')
    expect(await operationNonce(ask, alice, 'latest')).toBe(12n)
    expect(asked).toEqual([['eth_call', [nonceCall(alice), 'latest']]])
  })
})

test('the node of a batch’s network is asked, and its errors come through', async () => {
  const { world, chain } = openChain(8453)
  const ask = askOf(world, { chainId: 8453 })
  expect(await ask('eth_chainId', [])).toBe('0x2105')
  chain.answers.eth_chainId = silence
  await expect(ask('eth_chainId', [])).rejects.toMatchObject({ code: 4901 })
  await expect(askOf(world, { chainId: 1 })('eth_chainId', [])).rejects.toThrow('another chain')
})
