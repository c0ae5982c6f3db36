import { beforeEach, describe, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { reapprovalId } from '@/lib/batch/reapproval'
import { append, stateOf } from '@/lib/batch/journal'
import { remember } from '@/lib/network/facts'
import { quoteAhead, quoteRow } from '@/lib/quotes/waitingRequest'
import { storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from '../site/siteWallet'
import { batch } from '../wallet/fakeServices'

const wallet = openWallet()

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
    await expect(quoteAhead({ id })).rejects.toMatchObject({ code: 5710 })
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
    await expect(quoteAhead({ id })).rejects.toThrow('once its page is open')
    expect(node.asked).toEqual([])
    expect(await approvals.find(id)).toMatchObject({ state: 'pending' })
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
