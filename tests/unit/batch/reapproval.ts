import { vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { reapprovalId } from '@/lib/batch/reapproval'
import type { FrozenTerms } from '@/lib/batch/freeze'
import type { Batch } from '@/lib/db'
import { decision, openWallet } from '../site/siteWallet'
import { storeBatch } from './batches'
import { start } from './runnerHarness'

/** In ms. */
export const minute = 60_000
/** In ms. */
export const year = 365 * 24 * 60 * minute

/** The question about a batch, once there is one. */
export const row = ({ key }: Batch) => approvals.find(reapprovalId(key))

/** A batch whose user is asked again because it grew old. */
export const old = async (terms: Partial<FrozenTerms> = { mode: 'one' }, place = start()) => {
  const batch = await storeBatch(terms)
  place.chain.now = batch.createdAt + 11 * minute
  await place.runner.advance()
  return { ...place, batch, wallet: openWallet() }
}

/** Does so at that time, in ms since 1970, by the clock that the pages of the wallet have. */
export const at = async <T>(now: number, run: () => Promise<T>): Promise<T> => {
  vi.setSystemTime(now)
  try {
    return await run()
  } finally {
    vi.useRealTimers()
  }
}

/** What the user decides. */
export const yes = (change: object = {}) => ({ ...decision('one'), ...change })
