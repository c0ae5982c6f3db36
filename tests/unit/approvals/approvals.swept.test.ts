import { beforeEach, describe, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { asked, newRequest } from '../approvalRows'
import { emptyDatabase } from '../database'
import { dapp, other } from '../accounts'

beforeEach(emptyDatabase)

const hour = 60 * 60_000

const signed = async (change: object = {}) => {
  const { request, outcome } = await asked(
    newRequest({ method: 'personal_sign', wire: '["secret"]', ...change }),
  )
  await approvals.approve(request.id, { hash: '0x1' }, () =>
    Promise.resolve({ signature: '0x5160' }),
  )
  await outcome
  return request
}

/** Everything on disk, as a thief of the profile reads it. */
const disk = async () => JSON.stringify(await journal.approvals.toArray())

describe('message and signature', () => {
  test('are gone once the page has the answer', async () => {
    const request = await signed()
    expect(await disk()).toContain('secret')
    expect(await disk()).toContain('0x5160')
    await approvals.acknowledged(request.id, dapp)
    expect(await disk()).not.toMatch(/secret|params"\]|0x5160|0x1/)
  })

  test('of a rejected request are gone too, and its site stays limited', async () => {
    const { request } = await asked(newRequest({ method: 'personal_sign', wire: '["secret"]' }))
    await approvals.reject(request.id)
    await approvals.acknowledged(request.id, dapp)
    expect(await disk()).not.toContain('secret')
    expect(await approvals.find(request.id)).toMatchObject({ state: 'rejected', isRefused: true })
  })

  test('stay for a page that repeats its request before it has the answer', async () => {
    const request = await signed()
    expect(await approvals.ask(request, ['params'])).toMatchObject({ signature: '0x5160' })
  })

  test('stay where another site, or a request that waits, is acknowledged', async () => {
    const request = await signed()
    const { request: waiting } = await asked(newRequest({ wire: '["waits"]' }))
    await approvals.acknowledged(request.id, other)
    await approvals.acknowledged(waiting.id, dapp)
    expect(await disk()).toContain('secret')
    expect(await disk()).toContain('waits')
  })

  test('are gone when nobody can wait for them any more, without another request', async () => {
    await signed()
    const now = Date.now()
    const due = await approvals.nextDue(now)
    await approvals.prune(now)
    expect(await disk()).toContain('secret')
    expect(due).toBeGreaterThan(now + 23 * hour)
    expect(due).toBeLessThanOrEqual(now + 24 * hour)
    await approvals.prune(now + 24 * hour + 1)
    expect(await approvals.nextDue(now)).toBeUndefined()
    expect(await disk()).toBe('[]')
  })
})
