import type { BatchRequest } from '@/lib/batch/request'
import { remember } from '@/lib/network/facts'
import type { Answers } from '../network/nodes'
import { alice, stranger } from '../people'

export const genesis = '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd'
export const call = { to: stranger, value: '0x5', data: '0x' } as const

/** A batch of two calls, or what a test changes of it. */
export const request = (change: Partial<BatchRequest> = {}): BatchRequest => ({
  ...{ from: alice, chainId: 8453, atomicRequired: false, calls: [call, call], ...change },
})

export const succeeds = { status: '0x1', gasUsed: '0x5208', maxUsedGas: '0x5208', returnData: '0x' }
export const simulated = (...calls: object[]) => [{ calls }]

/** A chain on which all goes well, with a base fee of 100 and an L1 fee of 1000. */
export const well: Answers = {
  eth_chainId: () => '0x2105',
  eth_getBlockByNumber: (tag) => (tag === '0x0' ? { hash: genesis } : { baseFeePerGas: '0x64' }),
  eth_maxPriorityFeePerGas: () => '0x1',
  eth_getBalance: () => '0xde0b6b3a7640000',
  eth_getCode: () => '0x',
  eth_estimateGas: () => '0x186a0',
  eth_simulateV1: () => simulated(succeeds, succeeds),
  eth_call: () => '0x3e8',
}

/** What is known of Base. */
export const chain = async (eip7702 = true, hasExecutor = true) => {
  await remember('7702:8453', eip7702)
  await remember('executor:8453', hasExecutor)
}
