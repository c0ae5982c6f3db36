import { getContractAddress, type Address, type Hex } from 'viem'
import type { Call } from '@/lib/db'
import type { Unchecked } from '@/lib/db/outcome'
import { senderAt } from '../chain/preconfirmSender.ts'
import type { Contracts, Name } from './contracts.ts'
import type { Way } from './ways.ts'

/** Whose batches they are, who stands by, and who has never been heard of. */
export const people = {
  alice: senderAt(0).address,
  bob: senderAt(1).address,
  stranger: '0x00000000000000000000000000000000decade01',
} as const satisfies Record<string, Address>

/** What has an amount, beside the ether and the tokens that are always looked at. */
export type Extra = { standard: 'ERC20' | 'ERC721'; address: Address; tokenId?: bigint }

/** What a batch is made with. */
export type Tools = Contracts & {
  /** Beside all proxies: for what is done before the batch. */
  url: string
  call: (to: Name, functionName: string, args?: readonly unknown[], value?: bigint) => Call
  pay: (to: Address, wei: bigint) => Call
  /** Where a contract lands that the account deploys next, and the one that `Mint` makes. */
  created: () => Promise<Address>
  made: () => Address
  /** Has the account itself do something before the batch, in a block of its own. */
  before: (...calls: Call[]) => Promise<void>
}

/** One batch and what is peculiar about it. */
export type Scenario = {
  name: string
  calls: (tools: Tools, way: Way) => Call[] | Promise<Call[]>
  prepare?: (tools: Tools) => Promise<unknown>
  /** Ways in which it can run; every one that fits its number of calls unless told otherwise. */
  isFor?: (way: Way) => boolean
  /** Also in the ways that hardly differ from others. */
  inEveryWay?: true
  /** The call that must fail, and what its reason has to say; so that a scenario is what it is meant to be. */
  fails?: number | ((way: Way) => number | undefined)
  reason?: RegExp
  /** Nothing may change hands. */
  isStill?: true
  /** What a node cannot look at; nothing but that may be said to be unknown. */
  unchecked?: Unchecked[]
  /** Allowances that must be told, also where nothing is left of them, as `standard token spender`. */
  allows?: (tools: Tools) => string[]
  extras?: (tools: Tools) => Promise<Extra[]>
  /** Calls of the same account that are approved before and in no block yet. */
  ahead?: (tools: Tools) => Call[]
  /** Those run as one transaction, and upgrade the account where it is plain. */
  isAheadAtomic?: true
}

/** The tools over contracts that stand on a chain. */
export const toolsOf = (
  contracts: Contracts,
  {
    url,
    nonceOf,
    before,
  }: Pick<Tools, 'url' | 'before'> & { nonceOf: (account: Address) => Promise<number> },
): Tools => ({
  ...contracts,
  url,
  before,
  created: async () =>
    getContractAddress({ from: people.alice, nonce: BigInt(await nonceOf(people.alice)) }),
  made: () =>
    getContractAddress({
      opcode: 'CREATE2',
      from: contracts.at('Mint'),
      salt: `0x${'11'.repeat(32)}`,
      bytecode: contracts.artifactOf('Newborn').bytecode,
    }),
  call: (to, functionName, args = [], value = 0n) => ({
    to: contracts.at(to),
    value: hex(value),
    data: contracts.encode(to, functionName, args),
  }),
  pay: (to, wei) => ({ to, value: hex(wei), data: '0x' }),
})

const hex = (number: bigint): Hex => `0x${number.toString(16)}`

/** The most that an allowance or an amount can be. */
export const most = 2n ** 256n - 1n

export const ether = 10n ** 18n
