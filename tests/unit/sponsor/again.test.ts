import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { append } from '@/lib/batch/journal'
import { reapprovalId } from '@/lib/batch/reapproval'
import { storeChoice } from '@/lib/network/storeChoice'
import { quoteBatch } from '@/lib/simulate/quoteBatch'
import { quoteRow } from '@/lib/quotes/waitingRequest'
import { storeBatch } from '../batch/batches'
import { sponsored, sponsorTerms } from '../batch/sponsoredBatches'
import { emptyDatabase } from '../database'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/simulate/quoteBatch', () => ({
  quoteBatch: vi.fn(() => Promise.resolve({ mode: 'atomic' })),
}))

beforeEach(async () => {
  await emptyDatabase()
  vi.mocked(quoteBatch).mockClear()
})

const paymasterUrl = 'https://own.example/rpc'

/** The service that the quote of a second approval is asked of. */
const payerOf = async (terms: Parameters<typeof storeBatch>[0]) => {
  const { key, chainId } = await storeBatch(terms)
  await storeChoice(chainId, () => ({ paymasterUrl }))
  await append(key, [{ type: 'asked', why: 'worse' }], 0)
  await quoteRow({ id: reapprovalId(key) })
  return vi.mocked(quoteBatch).mock.calls[0]?.[0].paymaster?.url
}

test('a batch that the user was to pay for is shown again as their own', async () => {
  expect(await payerOf({ mode: 'atomic' })).toBeUndefined()
})

test('one that somebody else was to pay for asks them again, not whom the user has set since', async () => {
  expect(await payerOf(sponsored)).toBe(sponsorTerms.url)
})
