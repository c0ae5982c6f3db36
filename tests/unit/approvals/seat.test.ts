import { afterEach, beforeEach, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { asked, newRequest } from '../approvalRows'
import { emptyDatabase } from '../database'

beforeEach(emptyDatabase)
afterEach(() => approvals.seat(() => Promise.resolve(false)).then(() => approvals.rejectAll()))

const inWindow = async () => (await approvals.inWindow()).map(({ id }) => id)

/** Seats requests as a browser would, in which one tab has a panel beside it. */
const besideTab = (tab: number) => approvals.seat((row) => Promise.resolve(row.tab === tab))

test('what a panel shows is not in the window, and closing the window leaves it', async () => {
  const beside = await asked(newRequest({ tab: 7 }))
  const other = await asked(newRequest({ tab: 8, documentId: 'other' }))
  await besideTab(7)
  expect(await inWindow()).toEqual([other.request.id])
  await approvals.rejectAll()
  expect(await other.outcome).toMatchObject({ code: 4001 })
  expect((await approvals.find(beside.request.id))?.state).toBe('pending')
})

test('what has lost its panel is the window’s, undecided', async () => {
  const { request } = await asked(newRequest({ tab: 7 }))
  await besideTab(7)
  expect(await inWindow()).toEqual([])
  await besideTab(8)
  expect(await inWindow()).toEqual([request.id])
  expect((await approvals.find(request.id))?.state).toBe('pending')
})

test('a request that is decided while its panel is looked for stays as it was decided', async () => {
  const { request } = await asked(newRequest({ tab: 7 }))
  await approvals.seat(async () => {
    await approvals.reject(request.id)
    return true
  })
  const row = await approvals.find(request.id)
  expect(row).toMatchObject({ state: 'rejected' })
  expect(row).not.toHaveProperty('isBeside')
})

test('a panel that closes while requests are still seated beside it leaves them to the window', async () => {
  const { request } = await asked(newRequest({ tab: 7 }))
  const { promise: looked, resolve: answer } = Promise.withResolvers<boolean>()
  const before = approvals.seat(() => looked)
  const after = approvals.seat(() => Promise.resolve(false))
  // The later look is done with, or waits for the earlier one.
  await new Promise((resolve) => setTimeout(resolve, 20))
  answer(true)
  await Promise.all([before, after])
  expect(await inWindow()).toEqual([request.id])
})
