import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { rpcError, toWire } from '@/lib/rpc/errors'
import { asked, newRequest, rowOf } from '../approvalRows'
import { emptyDatabase } from '../database'
import { dapp, other } from '../accounts'

const write = () => Promise.resolve()

beforeEach(emptyDatabase)

describe('asking', () => {
  test('stores the request as it came and waits', async () => {
    const before = Date.now()
    const { request, row } = await asked()
    expect(row).toEqual({
      ...request,
      params: ['params'],
      state: 'pending',
      createdAt: expect.toSatisfy((at: number) => at >= before && at <= Date.now()) as unknown,
    })
    expect(await approvals.pending()).toEqual([row])
  })

  test('keeps what a method makes of the params where that is more', async () => {
    expect((await asked(newRequest(), { params: ['more'] })).row.params).toEqual(['more'])
  })

  test('twice under one id is one row, one check, and one answer for both', async () => {
    const check = vi.fn()
    const { request, outcome } = await asked(newRequest(), { check })
    const again = approvals.ask(request, ['params'], { check })
    expect(await approvals.approve(request.id, { yes: 1 }, write)).toBe(true)
    const late = approvals.ask(request, ['params'], { check })
    const rows = await Promise.all([outcome, again, late])
    expect(rows.map((row) => 'decision' in row && row.decision)).toEqual([
      { yes: 1 },
      { yes: 1 },
      { yes: 1 },
    ])
    expect(check).toHaveBeenCalledOnce()
    expect(await journal.approvals.count()).toBe(1)
  })

  test('twice at the same moment is one row', async () => {
    const request = newRequest()
    const both = [approvals.ask(request, []), approvals.ask(request, [])]
    await rowOf(request.id)
    await approvals.approve(request.id, 'yes', write)
    expect((await Promise.all(both)).map(({ decision }) => decision)).toEqual(['yes', 'yes'])
  })

  test('stores nothing where the check fails', async () => {
    const check = () => Promise.reject(rpcError('unsupportedCapability', 'x'))
    const failed = approvals.ask(newRequest(), [], { check })
    await expect(failed).rejects.toMatchObject({ code: 5700 })
    expect(await journal.approvals.count()).toBe(0)
  })

  test('tells that a new request waits once, not when it is taken up again', async () => {
    const told = vi.fn()
    const stop = approvals.approvalAdded.on(told)
    const { request, outcome } = await asked()
    const again = asked(request)
    await approvals.reject(request.id)
    await Promise.all([outcome, (await again).outcome])
    expect(told).toHaveBeenCalledOnce()
    stop()
  })
})

describe('how many requests of a site wait', () => {
  const refused = {
    code: -32005,
    message: expect.stringMatching(/^Too many requests: 5 /) as unknown,
  }

  test('is five; one more is refused, until one is decided; other sites have their own', async () => {
    const waiting = []
    for (let index = 0; index < 5; index++) waiting.push(await asked())
    const check = vi.fn()
    await expect(approvals.ask(newRequest(), [], { check })).rejects.toMatchObject(refused)
    expect(await approvals.pending()).toHaveLength(5)
    expect((await asked(newRequest({ origin: other }))).row.state).toBe('pending')
    await approvals.reject(waiting[0]?.request.id ?? '')
    expect((await asked()).row.state).toBe('pending')
    await expect(approvals.ask(newRequest(), [])).rejects.toMatchObject(refused)
  })

  test('is five where many ask at once', async () => {
    let ended = 0
    const outcomes = Array.from({ length: 9 }, () =>
      approvals
        .ask(newRequest(), [])
        .catch((error: unknown) => toWire(error))
        .finally(() => ended++),
    )
    // One that asks after the rejections would find room.
    await vi.waitFor(() => expect(ended).toBe(4))
    expect(await approvals.pending()).toHaveLength(5)
    await approvals.rejectAll()
    const codes = (await Promise.all(outcomes)).map((one) => 'code' in one && one.code)
    expect(codes.filter((code) => code === -32005)).toHaveLength(4)
  })

  test('a window that was closed earlier held only what was there before', async () => {
    const { request, outcome } = await asked()
    await approvals.rejectAll(Date.now() - 60_000)
    expect(await approvals.find(request.id)).toMatchObject({ state: 'pending' })
    await approvals.rejectAll(Date.now() + 1)
    expect(await outcome).toMatchObject({ code: 4001 })
  })

  test('says nothing to one that is taken up again', async () => {
    const { request } = await asked()
    for (let index = 0; index < 4; index++) await asked()
    const again = approvals.ask(request, [])
    await approvals.approve(request.id, 'yes', write)
    expect(await again).toMatchObject({ decision: 'yes' })
  })
})

test('a decision is kept for a page that asks again, and goes with a new request later', async () => {
  const hour = 60 * 60_000
  const at = (state: 'pending' | 'rejected' | 'approved', age: number) => ({
    ...newRequest({ id: `${state} ${age}` }),
    params: [],
    state,
    createdAt: Date.now() - age,
    ...(state === 'pending' ? {} : { settledAt: Date.now() - age }),
  })
  await journal.approvals.bulkAdd([
    at('pending', 48 * hour),
    at('approved', 23 * hour),
    at('approved', 25 * hour),
    at('rejected', 20_000),
    at('rejected', hour),
  ])
  const { request } = await asked(newRequest({ id: 'new' }))
  const kept = (await journal.approvals.toArray()).map(({ id }) => id)
  expect(kept.toSorted()).toEqual([
    `approved ${23 * hour}`,
    request.id,
    `pending ${48 * hour}`,
    'rejected 20000',
  ])
})

describe('the decision', () => {
  test('and what it does are one write: if that fails, nothing is decided', async () => {
    const { request, row } = await asked()
    const broken = async () => {
      await journal.permissions.put({ origin: dapp, accounts: [], chainId: 1, createdAt: 0 })
      throw new Error('the disk is full')
    }
    await expect(approvals.approve(request.id, 'yes', broken)).rejects.toThrow('the disk is full')
    expect(await approvals.find(request.id)).toEqual(row)
    expect(await journal.permissions.count()).toBe(0)
  })

  test('falls once: the second finds it decided and does nothing', async () => {
    const { request, outcome } = await asked()
    const second = vi.fn(write)
    const decided = await Promise.all([
      approvals.approve(request.id, 'yes', write),
      approvals.reject(request.id),
      approvals.approve(request.id, 'no', second),
    ])
    expect(decided).toEqual([true, false, false])
    expect(second).not.toHaveBeenCalled()
    expect(await outcome).toMatchObject({ state: 'approved', decision: 'yes' })
  })

  test('on nothing is none', async () => {
    expect(await approvals.approve('nobody', 'yes', write)).toBe(false)
    expect(await approvals.reject('nobody')).toBe(false)
  })

  test.each([
    ['4001', undefined, { code: 4001, message: 'User rejected the request' }],
    ['its own error', { code: 5750, message: 'x' }, { code: 5750, message: 'x' }],
  ])('no is answered with %s, also after the worker was stopped', async (_, error, answer) => {
    const { request, outcome } = await asked()
    expect(await approvals.reject(request.id, error)).toBe(true)
    expect(await outcome).toEqual(answer)
    expect((await asked(request)).row.state).toBe('rejected')
    await expect(approvals.ask(request, ['params'])).rejects.toMatchObject(answer)
  })

  test('to close the window is no to all that waits in it, and to nothing else', async () => {
    const waiting = [await asked(), await asked()]
    const decided = await asked()
    await approvals.approve(decided.request.id, 'yes', write)
    await approvals.rejectAll()
    for (const { outcome } of waiting) expect(await outcome).toMatchObject({ code: 4001 })
    expect(await decided.outcome).toMatchObject({ state: 'approved' })
    expect(await approvals.pending()).toEqual([])
  })

  test('on all that waits is told once, when nothing waits any more', async () => {
    for (let index = 0; index < 3; index++) await asked()
    const waiting: Promise<number>[] = []
    const stop = approvals.approvalsChanged.on(() =>
      waiting.push(approvals.pending().then(({ length }) => length)),
    )
    await approvals.rejectAll()
    stop()
    expect(await Promise.all(waiting)).toEqual([0])
  })
})
