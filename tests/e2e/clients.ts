import { BrowserProvider } from 'ethers'
import { createWalletClient, custom } from 'viem'
import type { BrowserContext, Page } from '@playwright/test'
import { closed } from './approvals.ts'
import { request } from './dapp.ts'
import type { Scripted } from './dapp.ts'
import { approvalWindow, approve } from './wallet.ts'

/** The page's provider as a client library takes it: an error is thrown as the wallet gave it. */
const providerOf = (page: Scripted) => ({
  async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    const { result, error } = await request(page, method, params)
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  },
})

/** viem over the page's provider. */
export const viemOn = (page: Scripted) =>
  createWalletClient({ transport: custom(providerOf(page)) })

/** ethers 6 over the page's provider. */
export const ethersOn = (page: Page) => new BrowserProvider(providerOf(page), 31337)

/** Approves in the window what a client has asked for, and gives back what the client got. */
export const signed = async <Result>(
  context: BrowserContext,
  answer: Promise<Result>,
  look: (window: Page) => Promise<unknown> = () => Promise.resolve(),
) => {
  const window = await approvalWindow(context)
  await look(window)
  await approve(window)
  const [given] = await Promise.all([answer, closed(window)])
  return given
}
