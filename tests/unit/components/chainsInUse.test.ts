import { beforeEach, expect, test } from 'vitest'
import { chainsInUse } from '@/components/hooks/useChainsInUse'
import { emptyDatabase } from '../database'
import { alice, bob, dapp, other } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { storeBatch } from '../batch/batches'

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
