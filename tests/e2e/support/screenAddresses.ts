import type { Page } from '@playwright/test'
import { swapCalls } from './chainState.ts'
import type { Wallet } from './chromium.ts'
import { openJournal, readRows, seedBatches } from './journal.ts'
import { idOf, sendCalls, settled } from './site.ts'
import type { Chains } from './stage.ts'
import { decided } from './walletPages.ts'

/** Screens of a wallet that is set up, by their addresses; beside them there are the pages of batches. */
export const screenAddresses = [
  '',
  'activity',
  'sites',
  'settings',
  'accounts',
  'ledger',
  'qr',
  'backup',
  'password',
  'passkey',
  'requests',
  'erase',
  'networks',
  'networks/add',
  'networks/31337',
  'networks/8453',
  'send',
  'receive',
  'contacts',
  'tokens',
  'smart-account',
  'allowances',
] as const

/**
 * Has a batch run and many more stand beside it, long done; returns the addresses of their pages: of the one that ran
 * and of one of the others.
 */
export const fillActivity = async (
  { wallet, connected, chains }: { wallet: Wallet; connected: Page; chains: Chains },
  count: number,
): Promise<{ ran: string; old: string }> => {
  const sent = sendCalls(connected, { calls: swapCalls(chains.local.contracts) })
  const id = await idOf(decided(wallet.context, sent))
  await settled(connected, id)
  const journal = await openJournal(wallet)
  await seedBatches(journal, 'https://a-site-with-a-rather-long-name.example', count)
  const ran = (await readRows(journal, 'batches')).find((row) => row.id === id)
  if (!ran) throw new Error('the batch is not in the journal')
  return { ran: ran.key, old: 'seed7' }
}
