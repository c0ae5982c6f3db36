import { beforeEach, describe, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { internalOrigin } from '@/lib/approvals/internalOrigin'
import { append } from '@/lib/batch/journal'
import { journal, type Batch } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { verbs } from '@/lib/wallet'
import { hashOf, makeBatch, receiptOf, storeBatch } from '../batch/batches'
import { operated, sponsored } from '../batch/sponsoredBatches'
import { emptyDatabase } from '../database'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from '../site/siteWallet'
import { fakes } from './fakeServices'

const { all } = fakes()

openWallet()

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

const replaced: Event = { type: 'replaced', index: 0, by: hashOf('burn') }

/** A batch whose operation was signed, after events. */
const after = async (...events: Event[]): Promise<Batch> => {
  const batch = await storeBatch({ ...sponsored, chainId: 8453 })
  await append(batch.key, [operated(batch.key), ...events], 1)
  return batch
}

const payInstead = ({ key }: Batch) => verbs.payInstead({ key }, all)

describe('a batch is sent again, for the account to pay,', () => {
  test('once its operation never runs: the same calls, as one, and nobody is named to pay', async () => {
    const batch = await after(replaced)
    expect(await payInstead(batch)).toBe('done')
    const { from, chainId, calls } = batch
    expect(await approvals.pending()).toMatchObject([
      {
        origin: internalOrigin,
        isQuiet: true,
        params: [{ from, chainId, calls, atomicRequired: true }],
      },
    ])
    expect(JSON.stringify(await approvals.pending())).not.toContain('paymaster')
  })

  test('but not while it may yet run, nor after it ran', async () => {
    const batch = await after({ type: 'overtaken', index: 0, hasHistory: true })
    expect(await payInstead(batch)).toBe('open')
    const ran: Event = {
      type: 'sealed',
      hash: hashOf(batch.key),
      receipt: receiptOf(hashOf(batch.key)),
      ran: true,
    }
    await append(batch.key, [replaced, ran], 1)
    expect(await payInstead(batch)).toBe('open')
    expect(await approvals.pending()).toEqual([])
  })

  test('once, however often it is asked for', async () => {
    const batch = await after(replaced)
    await Promise.all([payInstead(batch), payInstead(batch)])
    const [row, ...others] = await approvals.pending()
    if (!row) throw new Error('no request waits')
    expect(others).toEqual([])
    await approvals.approve(row.id, {}, async () => {
      await journal.batches.add({ ...makeBatch(), key: row.id })
      return {}
    })
    expect(await payInstead(batch)).toBe('sent')
    // The row goes after a day, the batch stays.
    await journal.approvals.clear()
    expect(await payInstead(batch)).toBe('sent')
    expect(await approvals.pending()).toEqual([])
  })

  test('and asked for anew after a rejection', async () => {
    const batch = await after(replaced)
    await payInstead(batch)
    const [first] = await approvals.pending()
    await approvals.reject(first?.id ?? '')
    expect(await payInstead(batch)).toBe('done')
    const [second] = await approvals.pending()
    expect(second?.id).not.toBe(first?.id)
  })

  test('but not of an account that is gone', async () => {
    const batch = await after(replaced)
    await journal.accounts.clear()
    await expect(payInstead(batch)).rejects.toThrow('nothing that can be sent')
  })
})
