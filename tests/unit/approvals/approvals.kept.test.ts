import { beforeEach, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { delegation } from '@/lib/delegate/executor'
import { verbs } from '@/lib/wallet'
import { asked, newRequest } from '../approvalRows'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { alice, other, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { decision, openWallet } from '../site/siteWallet'
import { createReadyKey } from '@/lib/keyring/readyKey'
import type { FrozenBatch } from '@/lib/rpc/method'
import type { WalletServices } from '@/lib/wallet/services'

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

/** Fakes of the keyring and the watch, which these tests do not need. */
const services = {
  keyring: { isUnlocked: () => Promise.resolve(true), readyKey: createReadyKey() },
  watch: {
    approve: ({ write }: FrozenBatch, store: (run: () => Promise<void>) => Promise<boolean>) =>
      store(() => write()),
    approved: () => Promise.resolve(),
    prepare: () => undefined,
  },
} as unknown as WalletServices

test('an approved request is kept as long as its batch lives, and is not asked for once more', async () => {
  const { id } = await openWallet().ask('eth_sendTransaction', [{ from: alice, to: stranger }])
  await verbs.approve({ id, decision: decision('one') }, services)
  await journal.approvals.update(id, { settledAt: Date.now() - 25 * 60 * 60_000 })
  // A new request of any site deletes old rows.
  await asked(newRequest({ origin: other }))
  expect(await approvals.find(id)).toMatchObject({ state: 'approved' })
  await journal.batches.update(id, { live: 0 })
  await asked(newRequest({ origin: 'https://third.example' }))
  expect(await approvals.find(id)).toBeUndefined()
})

test('requests whose pages are gone keep no page from asking', async () => {
  for (let load = 0; load < 5; load++) {
    await asked(newRequest({ documentId: `load ${load}` }))
    await approvals.documentLeft(`load ${load}`, Date.now() - 60_000)
  }
  const { request } = await asked(newRequest({ documentId: 'load 5' }))
  expect(await approvals.find(request.id)).toMatchObject({ state: 'pending' })
})

test('what the wallet refuses to sign is not the user’s no', async () => {
  const { id } = await openWallet().ask('personal_sign', [`0x${'11'.repeat(32)}`, alice])
  fakeNode({ eth_getCode: () => delegation(stranger) })
  await expect(verbs.checkSignature({ id }, services)).rejects.toMatchObject({ code: -32602 })
  const row = await approvals.find(id)
  expect(row).toMatchObject({ state: 'rejected', error: { code: -32602 } })
  expect(row).not.toHaveProperty('isRefused')
})
