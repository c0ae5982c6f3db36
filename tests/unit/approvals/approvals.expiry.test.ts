import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { hasPageLeft } from '@/lib/approvals/presence'
import { rpcError, toWire } from '@/lib/rpc/errors'
import { asked, newRequest, rowOf } from '../approvalRows'
import { emptyDatabase } from '../database'

beforeEach(emptyDatabase)

describe('a reservation', () => {
  const reserve = (key: string, taken = () => Promise.resolve(false)) => ({
    reserve: { key, taken, error: () => rpcError('duplicateId') },
  })

  test('is given to one of many who ask at once', async () => {
    let ended = 0
    const outcomes = Array.from({ length: 8 }, () =>
      approvals
        .ask(newRequest(), [], reserve('a'))
        .catch((error: unknown) => toWire(error))
        .finally(() => ended++),
    )
    // One that asks after the decision would get the reservation in its turn.
    await vi.waitFor(() => expect(ended).toBe(7))
    const [row] = await approvals.pending()
    expect(await approvals.pending()).toHaveLength(1)
    await approvals.reject(row?.id ?? '')
    const codes = (await Promise.all(outcomes)).map((one) => 'code' in one && one.code)
    expect(codes.toSorted()).toEqual([4001, ...Array.from({ length: 7 }, () => 5720)])
  })

  test('is not given for what a batch has', async () => {
    const taken = () => Promise.resolve(true)
    const failed = approvals.ask(newRequest(), [], reserve('a', taken))
    await expect(failed).rejects.toMatchObject({ code: 5720 })
  })

  test('is free again after the decision', async () => {
    const { request } = await asked(newRequest(), reserve('a'))
    expect(await approvals.find(request.id)).toMatchObject({ reserves: 'a' })
    await approvals.reject(request.id)
    expect(await approvals.find(request.id)).not.toHaveProperty('reserves')
    expect((await asked(newRequest(), reserve('a'))).row).toMatchObject({ reserves: 'a' })
  })
})

describe('a page that has gone', () => {
  const state = async (id: string) => (await approvals.find(id))?.state

  test('has 30 s to come back; then its request cannot be approved and expires', async () => {
    const { request, outcome } = await asked()
    expect(await approvals.documentLeft('document', 1000)).toBe(1)
    const row = await rowOf(request.id)
    expect([hasPageLeft(row, 30_999), hasPageLeft(row, 31_000)]).toEqual([false, true])
    await approvals.expire(30_999)
    expect(await state(request.id)).toBe('pending')
    await approvals.expire(31_000)
    expect(await outcome).toMatchObject({ code: 4001 })
  })

  test('has come back when it asks again under its id', async () => {
    const { request } = await asked()
    await approvals.documentLeft('document', 1000)
    const again = approvals.ask(request, ['params'])
    await vi.waitFor(async () => expect(await rowOf(request.id)).not.toHaveProperty('goneAt'))
    await approvals.expire(1_000_000)
    expect(await state(request.id)).toBe('pending')
    await approvals.reject(request.id)
    await expect(again).rejects.toMatchObject({ code: 4001 })
  })

  test('is measured from when it first left, and by itself', async () => {
    const { request } = await asked()
    const { request: elsewhere } = await asked(newRequest({ documentId: 'another' }))
    await approvals.documentLeft('document', 1000)
    await approvals.documentLeft('document', 20_000)
    await approvals.expire(31_000)
    expect(await state(request.id)).toBe('rejected')
    expect(await state(elsewhere.id)).toBe('pending')
  })

  test('is every page, to a worker that starts, until it asks again', async () => {
    const { request } = await asked()
    expect(await approvals.leaveAll()).toBe(1)
    expect(hasPageLeft(await rowOf(request.id), Date.now())).toBe(true)
  })
})
