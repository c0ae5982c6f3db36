import { beforeEach, expect, test } from 'vitest'
import { wait } from '@/lib/async'
import * as approvals from '@/lib/approvals/approvals'
import { asked } from '../approvalRows'
import { emptyDatabase } from '../database'

beforeEach(emptyDatabase)

/** A request whose yes is being carried out until `slow` is settled, beside one without a yes, while their window closes. */
const closedMeanwhile = async () => {
  const { request, outcome } = await asked()
  const beside = await asked()
  const slow = Promise.withResolvers<void>()
  const approving = approvals.carryingOut(request.id, async () => {
    await slow.promise
    return approvals.approve(request.id, 'yes', () => Promise.resolve())
  })
  approving.catch(() => undefined)
  const closing = approvals.rejectAll()
  // The window that closes has long read what waits in it.
  expect(await beside.outcome).toMatchObject({ code: 4001 })
  await Promise.race([closing, wait(20)])
  expect((await approvals.find(request.id))?.state).toBe('pending')
  return { request, outcome, slow, approving, closing }
}

test('a window that closes after the click does not take the yes back, and rejects the others at once', async () => {
  const { outcome, slow, approving, closing } = await closedMeanwhile()
  slow.resolve()
  expect(await approving).toBe(true)
  await closing
  expect(await outcome).toMatchObject({ state: 'approved', decision: 'yes' })
})

test('a request whose yes came to nothing ends with its window', async () => {
  const { outcome, slow, approving, closing } = await closedMeanwhile()
  slow.reject(new Error('the disk is full'))
  await expect(approving).rejects.toThrow('the disk is full')
  await closing
  expect(await outcome).toMatchObject({ code: 4001 })
})
