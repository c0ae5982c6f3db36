import { vi } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { reapprovalId } from '@/lib/batch/reapproval'
import type { FrozenTerms } from '@/lib/batch/freeze'
import type { Batch } from '@/lib/db'
import { decision, openWallet } from '../site/siteWallet'
import { storeBatch } from './batches'
import { start } from './runnerHarness'

/** A minute, in ms. */
export const minute = 60_000
/** A year, in ms. */
export const year = 365 * 24 * 60 * minute

/** Returns the approval row by which the user is asked again about a batch. */
export const row = ({ key }: Batch) => approvals.find(reapprovalId(key))

/** Opens a batch about which the user is asked again, eleven minutes after the approval. */
export const old = async (terms: Partial<FrozenTerms> = { mode: 'one' }, place = start()) => {
  const batch = await storeBatch(terms)
  place.chain.now = batch.createdAt + 11 * minute
  await place.runner.advance()
  return { ...place, batch, wallet: openWallet() }
}

/** Runs with the system's clock at `now`, in ms since 1970. */
export const at = async <T>(now: number, run: () => Promise<T>): Promise<T> => {
  vi.setSystemTime(now)
  try {
    return await run()
  } finally {
    vi.useRealTimers()
  }
}

/** The user's approval; a test may change any part of it. */
export const yes = (change: object = {}) => ({ ...decision('one'), ...change })
