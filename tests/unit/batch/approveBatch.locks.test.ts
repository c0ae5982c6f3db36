import { numberToHex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { approveBatch } from '@/lib/batch/approveBatch'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { assertFrozen } from '@/lib/batch/freeze'
import { journal, type Approval } from '@/lib/db'
import type { Expected, Lock } from '@/lib/db/outcome'
import { executor } from '@/lib/delegate/executor'
import { isCheck } from '@/lib/lock/check'
import type { Offer } from '@/lib/sponsor/offer'
import { connectSite } from '../../harness/connectSite'
import { universalRouter } from '../../chain/router'
import { alice, dapp, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { change } from '../simulate/outcomes'
import { hashOf } from './batches'
import { sponsorTerms } from './sponsoredBatches'

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

type Decision = Parameters<typeof approveBatch>[3]

const call = { to: stranger, value: '0x1', data: '0x' } as const
const fees = { maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x1' } as const

const row: Approval = {
  id: 'key',
  origin: dapp,
  method: 'wallet_sendCalls',
  params: [],
  documentId: 'd',
  wire: '[]',
  state: 'pending',
  createdAt: 0,
}

const request: BatchRequest = {
  id: 'a',
  from: alice,
  chainId: 31337,
  atomicRequired: false,
  calls: [call, call],
}

const accepted: Expected = {
  verdict: 'succeeds',
  changes: [change({ standard: 'native' }, -2_000)],
  allowances: [],
  payees: [],
  unchecked: [],
}

/** A lock of the account's coin, of which it had 1,000,000 wei. */
const lock: Lock = {
  router: universalRouter,
  checkers: [{ address: universalRouter, code: hashOf('code') }],
  holds: [{ asset: { standard: 'native' }, had: '0xf4240' }],
  l1Fee: '0x0',
  left: 0,
}

const empty: Lock = { ...lock, holds: [] }

const offer: Offer = { terms: sponsorTerms, fees }
const paid: Partial<Decision> = { offer, isSponsored: true }

const approved = async (change: Partial<Decision>, asked = request) => {
  const { write } = await approveBatch(row, asked, 'a', {
    mode: 'atomic',
    delegate: executor,
    upgrade: false,
    gas: ['0x3e8'],
    fees,
    expected: 'succeeds',
    ...change,
  })
  await write()
  const batch = await journal.batches.get('key')
  if (!batch) throw new Error('nothing was written')
  assertFrozen(batch)
  return batch
}

const inOrder: Partial<Decision> = { mode: 'sequence', gas: ['0x1', '0x1'] }

describe('a batch that was shown as locked', () => {
  test('keeps the coin, but for what was accepted and twice its own fees', async () => {
    const { locks, checkers } = await approved({ lock, accepted })
    const floor = 1_000_000 - 2_000 * 1.005 - 2 * 1_000 * 5
    expect(locks?.[0]).toEqual({ to: alice, value: numberToHex(floor), data: '0x' })
    expect(locks?.map(isCheck)).toEqual([false, true])
    expect(checkers).toEqual(lock.checkers)
  })

  test('keeps also what the fees would take where somebody else pays', async () => {
    const { locks, checkers } = await approved({ ...paid, lock, accepted })
    const floor = 1_000_000 - 2_000 * 1.005
    expect(locks?.[0]).toEqual({ to: alice, value: numberToHex(floor), data: '0x' })
    expect(locks?.map(isCheck)).toEqual([false, true])
    expect(checkers).toEqual(lock.checkers)
  })

  test('runs locked, or not at all', async () => {
    await expect(approved({ ...inOrder, lock, accepted })).rejects.toThrow(
      'the locks do not fit the batch',
    )
    expect(await journal.batches.count()).toBe(0)
  })

  test('is not approved where the locks make it too large for one transaction', async () => {
    const large = {
      ...request,
      calls: [call, { ...call, data: `0x${'01'.repeat(130_000)}` } as const],
    }
    const plain = await approved({}, large)
    expect(plain).not.toHaveProperty('locks')
    await journal.batches.clear()
    await journal.events.clear()
    await expect(approved({ lock, accepted }, large)).rejects.toThrow('the locks do not fit')
  })
})

describe('nothing is locked', () => {
  test('of calls in order, which need not fit into one transaction together', async () => {
    const large = { ...call, data: `0x${'01'.repeat(70_000)}` } as const
    const batch = await approved(inOrder, { ...request, calls: [large, large] })
    expect(batch).toMatchObject({ mode: 'sequence' })
    expect(batch).not.toHaveProperty('locks')
  })

  test.each<[string, Partial<Decision>]>([
    ['where no outcome was accepted', { lock }],
    ['where no lock was shown', { accepted }],
    ['where the lock holds nothing', { lock: empty, accepted }],
  ])('%s', async (_, change) => {
    const batch = await approved(change)
    expect(batch).not.toHaveProperty('locks')
    expect(batch).not.toHaveProperty('checkers')
  })
})

describe('a batch that somebody else pays for', () => {
  test('has nothing but a deadline where nothing was locked, and nobody who checks', async () => {
    const batch = await approved({ ...paid, accepted })
    expect(batch.locks?.map(isCheck)).toEqual([true])
    expect(batch.locks?.[0]?.to).toBe(universalRouter)
    expect(batch).not.toHaveProperty('checkers')
  })

  test('has nothing but a deadline where its lock holds nothing', async () => {
    const batch = await approved({ ...paid, accepted, lock: empty })
    expect(batch.locks?.map(isCheck)).toEqual([true])
    expect(batch.checkers).toEqual(lock.checkers)
  })

  test('is not approved where the deadline makes it too large', async () => {
    const large = {
      ...request,
      calls: [call, { ...call, data: `0x${'01'.repeat(130_000)}` } as const],
    }
    await expect(approved({ ...paid, accepted }, large)).rejects.toThrow('the locks do not fit')
  })

  test('is paid by the service’s gas and fees, not by those of the page', async () => {
    const dear = { terms: { ...sponsorTerms, callGasLimit: '0x99' as const }, fees }
    const own = { maxFeePerGas: '0xffff', maxPriorityFeePerGas: '0x1' } as const
    expect(await approved({ offer: dear, isSponsored: true, fees: own })).toMatchObject({
      gas: ['0x99'],
      fees,
      sponsor: dear.terms,
    })
  })
})
