import type { Address } from 'viem'
import { journal } from '@/lib/db'
import * as permissions from '@/lib/sites/permissions'
import { alice, bob, dapp } from '../unit/accounts.ts'

/** Puts Alice and Bob into the wallet and grants `accounts` to `origin`, on Base by default. */
export const connectSite = async (
  origin: string = dapp,
  accounts: Address[] = [alice],
  chainId = 8453,
): Promise<void> => {
  await journal.accounts.bulkPut([
    { address: alice, index: 0, name: 'Account 1' },
    { address: bob, index: 1, name: 'Account 2' },
  ])
  await (
    await permissions.connect(origin, accounts, chainId)
  )()
}
