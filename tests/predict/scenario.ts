import { getContractAddress, type Address, type Hex } from 'viem'
import type { Call } from '@/lib/db'
import type { Unchecked } from '@/lib/db/outcome'
import type { FeeChoice } from '@/lib/network/feeOffer'
import { senderAt } from '../chain/preconfirmSender.ts'
import type { Contracts, Name } from './contracts.ts'
import type { Way } from './ways.ts'

/** Alice sends the batches, Bob is another account, the stranger and the thief have no history. */
export const people = {
  alice: senderAt(0).address,
  bob: senderAt(1).address,
  stranger: '0x00000000000000000000000000000000decade01',
  /** Gets what DivertingToken says to give to others. */
  thief: '0x000000000000000000000000000000000000beef',
  /** Deploys the contracts, and gets what the shops take. */
  seller: senderAt(8).address,
} as const satisfies Record<string, Address>

/** A token to measure besides ether and the tokens that are always measured. */
export type Extra = { standard: 'ERC20' | 'ERC721'; address: Address; tokenId?: bigint }

/** Functions that scenarios build their calls with. */
export type Tools = Contracts & {
  /** URL of anvil itself, past all proxies, to prepare the chain. */
  url: string
  call: (to: Name, functionName: string, args?: readonly unknown[], value?: bigint) => Call
  pay: (to: Address, wei: bigint) => Call
  /** Address of the next contract that the account deploys, and of the one that `Mint` makes. */
  created: () => Promise<Address>
  made: () => Address
  /** Sends transactions of the account before the batch, in a block of their own. */
  before: (...calls: Call[]) => Promise<void>
}

/** One batch and what is peculiar about it. */
export type Scenario = {
  name: string
  calls: (tools: Tools, way: Way) => Call[] | Promise<Call[]>
  prepare?: (tools: Tools) => Promise<unknown>
  /** True for the ways in which the batch can run; without it, all that fit its number of calls. */
  isFor?: (way: Way) => boolean
  /** The batch also runs in the rare ways. */
  inEveryWay?: true
  /** Index of the call that must fail, and its reason: a scenario has to be what it is meant to be. */
  fails?: number | ((way: Way) => number | undefined)
  reason?: RegExp
  /** No amount may change. */
  isStill?: true
  /** Who gets what is nowhere to be seen: a token moves without a word, or lies about it. */
  isSecret?: true
  /** A token that the wallet finds lying: no line may tell of it, as `unchecked` does. */
  disbelieved?: Name
  /** The entries of `unchecked` that the quote must have, and no others. */
  unchecked?: Unchecked[]
  /** The calls' outcome drifts from block to block, by less than a material change. */
  isDrifting?: true
  /** The fees that the user chooses, the normal ones by default. */
  fee?: FeeChoice
  /** Keys of allowances that the quote must name, even if 0 is left: `standard token spender`. */
  allows?: (tools: Tools) => string[]
  extras?: (tools: Tools) => Promise<Extra[]>
  /** Calls of an earlier batch of the account, approved and in no block yet. */
  ahead?: (tools: Tools) => Call[]
  /** The earlier batch runs as one transaction, and upgrades a plain account. */
  isAheadAtomic?: true
}

/** Creates the tools for contracts that are deployed on a chain. */
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

/** The largest uint256. */
export const most = 2n ** 256n - 1n

export const ether = 10n ** 18n
