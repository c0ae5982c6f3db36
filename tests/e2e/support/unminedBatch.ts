import type { Page } from '@playwright/test'
import { rpc } from '../../chain/rpc.ts'
import { alice } from '../../unit/accounts.ts'
import { decided, approve } from './walletPages.ts'
import type { Wallet } from './chromium.ts'
import { nonceOf, waiting } from './chainState.ts'
import { expect } from './test.ts'
import { idOf, sendCalls } from './site.ts'

/** Sends and approves a batch on a chain that mines only on demand, and waits until it is at the node. */
export const sendUnmined = async (
  { url }: { url: string },
  { context }: Wallet,
  page: Page,
  over: object = {},
  decide: typeof approve = approve,
) => {
  const nonce = await nonceOf(url, alice)
  await rpc(url, 'evm_setAutomine', [false])
  const id = await idOf(decided(context, sendCalls(page, over), decide))
  await expect.poll(() => waiting(url)).toBe(1)
  return { url, nonce, id }
}
