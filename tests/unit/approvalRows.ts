import { vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { toWire } from '@/lib/rpc/errors'
import type { SiteRequest } from '@/lib/rpc/siteRequest'
import { dapp } from './people'

let count = 0

/** A request of its own, or what a test changes of it. */
export const newRequest = (change: Partial<SiteRequest> = {}): SiteRequest => ({
  id: `request ${++count}`,
  origin: dapp,
  documentId: 'document',
  method: 'eth_requestAccounts',
  wire: '[]',
  ...change,
})

/** The row of a request, once it is there. */
export const rowOf = (id: string) =>
  vi.waitFor(
    async () => {
      const row = await approvals.find(id)
      if (!row) throw new Error('no row yet')
      return row
    },
    { interval: 2 },
  )

/** Asks; resolves once the row waits. */
export const asked = async (request = newRequest(), intake = {}) => {
  const outcome = approvals
    .ask(request, ['params'], intake)
    .catch((error: unknown) => toWire(error))
  return { request, outcome, row: await rowOf(request.id) }
}
