import type { BatchRequest } from '@/lib/batch/batchRequest'
import { remember } from '@/lib/network/facts'
import type { SimulatedCall } from '@/lib/simulate/simulateV1'
import { readerCode } from '@/lib/simulate/reader'
import type { Answers } from '../network/fakeNode'
import { concat, numberToHex, type Hex } from 'viem'
import { emptyDatabase } from '../database'
import { alice, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'

export const genesis = '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd'
export const call = { to: stranger, value: '0x5', data: '0x' } as const

/** Returns a request for a batch of two calls; a test may change any part of it. */
export const request = (change: Partial<BatchRequest> = {}): BatchRequest => ({
  from: alice,
  chainId: 8453,
  atomicRequired: false,
  calls: [call, call],
  ...change,
})

export const succeeds = { status: '0x1', gasUsed: '0x5208', maxUsedGas: '0x5208', returnData: '0x' }
/** Returns a successful result that used so much gas. */
export const using = (gas: Hex) => ({ ...succeeds, gasUsed: gas, maxUsedGas: gas })

export const failed = { status: '0x0', gasUsed: '0x5208', returnData: '0x' }

type SimulatedBlock = {
  blockOverrides: Record<string, string>
  stateOverrides: Record<string, { code?: string; balance?: string }>
  calls: (SimulatedCall & { gasPrice?: Hex })[]
}

/** The parts of a simulation that tests look at. */
export type Payload = { blockStateCalls: [SimulatedBlock]; validation: boolean }

/** The block of a simulation that the calls run in: those before it are empty. */
const lastOf = ({ blockStateCalls }: Payload): SimulatedBlock =>
  blockStateCalls.at(-1) ?? blockStateCalls[0]

/** The bytes that the code of every reader begins with. */
const start = readerCode.slice(0, 40)

/** Returns the simulated calls of accounts, without the reads around them. */
export const callsIn = (payload: Payload): SimulatedCall[] => {
  const { stateOverrides, calls } = lastOf(payload)
  const asker = calls.find(({ to }) => to && stateOverrides[to]?.code?.startsWith(start))?.from
  return calls.filter(({ from }) => from !== asker)
}

/** Returns a read with a balance of one ether, less `paid` wei, and no other answer. */
const unread = (paid: bigint) => ({
  ...succeeds,
  returnData: concat([numberToHex(2n ** 255n + 32n), numberToHex(10n ** 18n - paid, { size: 32 })]),
})

/**
 * Answers `eth_simulateV1` as geth does: each call as told, a transaction of an account to itself as `whole`.
 * A call without an answer is left out, with all calls after it.
 */
export const simulates =
  (answer: (call: SimulatedCall, index: number) => object | undefined, whole: object = heavy) =>
  (payload: Payload) => {
    const own = callsIn(payload)
    let paid = 0n
    const results = lastOf(payload).calls.map((call) => {
      if (!own.includes(call)) return unread(paid)
      const result = call.from === call.to ? whole : answer(call, own.indexOf(call))
      const { gasUsed = '0x0' } = (result ?? {}) as { gasUsed?: Hex }
      paid += BigInt(gasUsed) * BigInt(call.gasPrice ?? 0)
      return result
    })
    const end = results.indexOf(undefined)
    return [{ calls: end < 0 ? results : results.slice(0, end), timestamp: '0x1' }]
  }

const heavy = { ...succeeds, gasUsed: '0x186a0', maxUsedGas: '0x186a0' }

/** Answers `eth_simulateV1` by a call's position among the calls of accounts. */
export const simulated = (...results: object[]) => simulates((_, index) => results[index])

export const pending = {
  number: '0x10',
  hash: genesis,
  baseFeePerGas: '0x64',
  timestamp: '0x6553f100',
  gasLimit: '0x3938700',
  mixHash: `0x${'77'.repeat(32)}`,
} as const

/** A chain on which all goes well, with a base fee of 100 and an L1 fee of 1000. */
export const well: Answers = {
  eth_chainId: () => '0x2105',
  eth_getBlockByNumber: (tag) => (tag === '0x0' ? { hash: genesis } : pending),
  eth_maxPriorityFeePerGas: () => '0x1',
  eth_getBalance: () => '0xde0b6b3a7640000',
  eth_getCode: () => '0x',
  eth_estimateGas: () => '0x186a0',
  eth_simulateV1: simulates(() => succeeds),
  eth_call: () => '0x3e8',
}

/** Remembers of Base if it has EIP-7702 and the executor. */
export const chain = async (eip7702 = true, hasExecutor = true) => {
  await remember('7702:8453', eip7702)
  await remember('executor:8453', hasExecutor)
}

/** Empties the wallet and connects a site, on Base with EIP-7702 and the executor. */
export const connectOnBase = async () => {
  await emptyDatabase()
  await connectSite()
  await chain()
}
