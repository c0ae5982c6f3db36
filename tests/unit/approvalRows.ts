import { vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { toWire } from '@/lib/rpc/errors'
import type { SiteRequest } from '@/lib/rpc/siteRequest'
import { dapp } from './accounts'

let count = 0

/** Returns a new request; a test may change any part of it. */
export const newRequest = (change: Partial<SiteRequest> = {}): SiteRequest => ({
  id: `request ${++count}`,
  origin: dapp,
  documentId: 'document',
  method: 'eth_requestAccounts',
  wire: '[]',
  ...change,
})

/** Resolves with the row of a request, once it is stored. */
export const rowOf = (id: string) =>
  vi.waitFor(
    async () => {
      const row = await approvals.find(id)
      if (!row) throw new Error('no row yet')
      return row
    },
    { interval: 2 },
  )

/** Sends a request; resolves once its row is pending. */
export const asked = async (request = newRequest(), intake = {}) => {
  const outcome = approvals
    .ask(request, ['params'], intake)
    .catch((error: unknown) => toWire(error))
  return { request, outcome, row: await rowOf(request.id) }
}
