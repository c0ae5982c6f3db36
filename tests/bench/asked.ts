import { alice, stranger } from '../unit/people.ts'

/** A batch of so many plain transfers, as a site asks for it. */
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
