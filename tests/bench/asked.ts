import { alice, stranger } from '../unit/accounts.ts'

/**
 * Builds a `wallet_sendCalls` request of `count` plain transfers, of 0.001 coins each: a fee above the amount
 * sent would take a second click.
 */
export const transfers = (count: number) => ({
  method: 'wallet_sendCalls',
  params: [
    {
      version: '2.0.0',
      from: alice,
      chainId: '0x2105',
      atomicRequired: false,
      calls: Array.from({ length: count }, () => ({ to: stranger, value: '0x38d7ea4c68000' })),
    },
  ],
})
