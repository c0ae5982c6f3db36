import { BrowserProvider } from 'ethers'
import { createWalletClient, custom } from 'viem'
import type { Page } from '@playwright/test'
import { request } from './dapp.ts'

/** The page's provider as a client library takes it: an error is thrown as the wallet gave it. */
const providerOf = (page: Page) => ({
  async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    const { result, error } = await request(page, method, params)
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  },
})

/** viem over the page's provider. */
export const viemOn = (page: Page) => createWalletClient({ transport: custom(providerOf(page)) })

/** ethers 6 over the page's provider. */
export const ethersOn = (page: Page) => new BrowserProvider(providerOf(page), 31337)
