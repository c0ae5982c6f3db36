import { alice, stranger } from '../unit/accounts.ts'

/** Builds a `wallet_sendCalls` request of `count` plain transfers. */
export const transfers = (count: number) => ({
  method: 'wallet_sendCalls',
  params: [
    {
      version: '2.0.0',
      from: alice,
      chainId: '0x2105',
      atomicRequired: false,
      calls: Array.from({ length: count }, () => ({ to: stranger, value: '0x1' })),
    },
  ],
})
