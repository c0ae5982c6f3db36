import { beforeEach, describe, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { reapprovalId } from '@/lib/batch/reapproval'
import { append, stateOf } from '@/lib/batch/journal'
import { journal } from '@/lib/db'
import { remember } from '@/lib/network/facts'
import { aheadOf, quoteRow } from '@/lib/quotes/waitingRequest'
import { alice } from '../accounts'
import { storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from '../site/siteWallet'
import { batch } from '../wallet/fakeServices'

const wallet = openWallet()

/** Quotes a request as the background does when it comes. */
const quoteAhead = async (id: string) => {
  const row = await approvals.find(id)
  if (!row) throw new Error('no such request')
  return aheadOf(row).quote()
}

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

describe('quoting a batch that only the node can tell to be impossible', () => {
  test('ends it with its code', async () => {
    const { id, answer } = await wallet.ask('wallet_sendCalls', batch({ atomicRequired: true }))
    await remember('7702:8453', false)
    await remember('executor:8453', true)
    fakeNode({
      eth_chainId: () => '0x2105',
      eth_getBlockByNumber: (tag) => (tag === '0x0' ? null : { baseFeePerGas: '0x1' }),
      eth_getCode: () => '0x',
      eth_getBalance: () => '0x0',
    })
    await expect(quoteAhead(id)).rejects.toMatchObject({ code: 5710 })
    expect(await approvals.find(id)).toMatchObject({ state: 'pending' })
    await expect(quoteRow({ id })).rejects.toMatchObject({ code: 5710 })
    expect((await answer).error).toEqual({
      code: 5710,
      message: 'EIP-7702 not supported on the specified chain ID',
    })
  })

  test('asks nobody who may pay before the page is open', async () => {
    const paymasterService = { url: 'https://pays.example/', optional: true }
    const capabilities = { paymasterService }
    const { id } = await wallet.ask('wallet_sendCalls', batch({ capabilities }))
    const node = fakeNode({})
    await expect(quoteAhead(id)).rejects.toThrow('once its page is open')
    expect(node.asked).toEqual([])
    expect(await approvals.find(id)).toMatchObject({ state: 'pending' })
  })

  test('asks for no service of the user’s own before the page is open, but quotes what it never pays', async () => {
    await journal.networks.put({ chainId: 8453, paymasterUrl: 'https://own.example/' })
    const node = fakeNode({})
    const { id } = await wallet.ask('wallet_sendCalls', batch())
    await expect(quoteAhead(id)).rejects.toThrow('once its page is open')
    expect(node.asked).toEqual([])
    const transaction = { from: alice, to: alice, value: '0x1' }
    const sent = await wallet.ask('eth_sendTransaction', [transaction])
    await expect(quoteAhead(sent.id)).rejects.not.toThrow('once its page is open')
    expect(node.asked).not.toEqual([])
  })

  test('leaves it to the user where the batch is asked for once more', async () => {
    const { key } = await storeBatch({ mode: 'atomic', chainId: 8453 })
    await append(key, [{ type: 'asked', why: 'delegate' }], 0)
    await remember('7702:8453', false)
    await remember('executor:8453', true)
    fakeNode({
      eth_chainId: () => '0x2105',
      eth_getBlockByNumber: (tag) => (tag === '0x0' ? null : { baseFeePerGas: '0x1' }),
      eth_getCode: () => '0x',
      eth_getBalance: () => '0x0',
    })
    const id = reapprovalId(key)
    await expect(quoteRow({ id })).rejects.toMatchObject({ code: 5710 })
    expect(await approvals.find(id)).toMatchObject({ state: 'pending' })
    expect((await stateOf(key)).stopped).toBeUndefined()
  })

  test('leaves it waiting where the node is silent', async () => {
    const { id, row } = await wallet.ask('wallet_sendCalls', batch())
    fakeNode({})
    await expect(quoteRow({ id })).rejects.toBeDefined()
    expect(await approvals.find(id)).toEqual(row)
  })
})
