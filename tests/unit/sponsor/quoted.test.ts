import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { withCharge } from '@/lib/simulate/charged'
import { sponsoredBy } from '@/lib/simulate/quoteSponsored'
import type { Plan } from '@/lib/simulate/plan'
import type { Pricing } from '@/lib/simulate/pricing'
import type { Charge, SimulatedPlan } from '@/lib/simulate/quote'
import { offerOf } from '@/lib/sponsor/offer'
import { alice, bob } from '../accounts'
import { sponsorTerms } from '../batch/sponsoredBatches'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/lib/simulate/charged', () => ({ withCharge: vi.fn() }))
vi.mock('@/lib/sponsor/offer', () => ({ offerOf: vi.fn() }))

const fees = { gasPrice: '0x1' } as const
const foreseen = { verdict: 'succeeds', changes: [], gas: ['0x1'] } as unknown as SimulatedPlan
const plan = { chainId: 31337, from: alice, calls: [], upgrade: false } as unknown as Plan
const paymaster = { url: sponsorTerms.url, optional: true }

beforeEach(() => {
  vi.mocked(offerOf).mockResolvedValue({ value: { terms: sponsorTerms, fees } })
})

/** The terms that are kept of an offer which takes so much. */
const keptOf = async (charges?: Charge[]) => {
  vi.mocked(withCharge).mockResolvedValue(charges ? { ...foreseen, charges } : foreseen)
  const found = await sponsoredBy(paymaster, plan, foreseen, { fees, pricing: {} as Pricing })
  return 'why' in found ? found.why : found.sponsor.terms?.charges
}

test('what is shown of a charge is kept with the terms, for the page of the batch', async () => {
  const charges: Charge[] = [{ token: bob, amount: '0x64' }]
  expect(await keptOf(charges)).toEqual(charges)
})

test('that somebody takes nothing is kept, unlike what nobody could see', async () => {
  expect(await keptOf([])).toEqual([])
  expect(await keptOf()).toBeUndefined()
})
