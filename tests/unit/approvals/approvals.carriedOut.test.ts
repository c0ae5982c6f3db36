import { beforeEach, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { asked } from '../approvalRows'
import { emptyDatabase } from '../database'

beforeEach(emptyDatabase)

/** A request whose yes is being carried out until `end` is called, while its window closes. */
const closedMeanwhile = async () => {
  const { request, outcome } = await asked()
  const slow = Promise.withResolvers<void>()
  const approving = approvals.carryingOut(request.id, async () => {
    await slow.promise
    return approvals.approve(request.id, 'yes', () => Promise.resolve())
  })
  const closing = approvals.rejectAll()
  return { request, outcome, slow, approving, closing }
}

test('a window that closes after the click does not take the yes back', async () => {
  const { outcome, slow, approving, closing } = await closedMeanwhile()
  slow.resolve()
  expect(await approving).toBe(true)
  await closing
  expect(await outcome).toMatchObject({ state: 'approved', decision: 'yes' })
})

test('a request whose yes came to nothing ends with its window', async () => {
  const { outcome, slow, approving, closing, request } = await closedMeanwhile()
  slow.reject(new Error('the disk is full'))
  await expect(approving).rejects.toThrow('the disk is full')
  await closing
  expect(await outcome).toMatchObject({ code: 4001 })
  expect((await approvals.find(request.id))?.state).toBe('rejected')
})
