import { beforeEach, expect, test, vi } from 'vitest'
import { chainsInUse } from '@/components/hooks/useChainsInUse'
import { liveChains } from '@/components/hooks/useLiveHoldings'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { storeBatch } from '../batch/batches'

// The page’s line to the background, which the browser alone has.
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))

beforeEach(emptyDatabase)

test('an account without sites and batches is used on the shown network alone', async () => {
  expect(await chainsInUse(alice, 8453)).toEqual(new Set([8453]))
})

test('networks of its own sites and live batches are in use, those of another account are not', async () => {
  await connectSite(dapp, [bob, alice], 10)
  await connectSite(other, [bob], 137)
  await storeBatch({ from: alice, chainId: 56 })
  await storeBatch({ from: bob, chainId: 42161 })
  expect(await chainsInUse(alice, 1)).toEqual(new Set([1, 10, 56]))
})

test('balances are read beside the shown network only where a batch of the account is under way', async () => {
  await connectSite(dapp, [alice], 10)
  await storeBatch({ from: alice, chainId: 56 })
  await storeBatch({ from: alice, chainId: 1 })
  const { key } = await storeBatch({ from: alice, chainId: 137 })
  await journal.batches.update(key, { live: 0 })
  await storeBatch({ from: bob, chainId: 42161 })
  expect(await liveChains(alice, 1)).toEqual([56])
})
