import { keccak256, numberToHex, type Address, type Hex } from 'viem'
import { request } from '@/lib/network/node'
import { suggestFees } from '@/lib/network/fees'
import { readerCode } from '@/lib/simulate/reader'
import type { Name } from '../contracts.ts'
import { people, type Scenario, type Tools } from '../scenario.ts'

const chainId = 31337

/** Amount that a shop takes, in raw units of a token with 6 decimals. */
const dollars = 1_000_000_000n

const approved = ({ call, at }: Tools, shop: Name) => call('usdc', 'approve', [at(shop), dollars])

const blockAt = async (tag: string) =>
  (await request(chainId, 'eth_getBlockByNumber', [tag, false])) as { number: Hex; timestamp: Hex }

/** Time of block 0 and seconds between blocks, if all came as the pending one does. */
const clock = async (): Promise<[genesis: bigint, period: bigint]> => {
  const [pending, latest] = await Promise.all([blockAt('pending'), blockAt('latest')])
  const period = BigInt(pending.timestamp) - BigInt(latest.timestamp)
  return [BigInt(pending.timestamp) - period * BigInt(pending.number), period]
}

const normalTip = async (): Promise<bigint> => {
  const fees = await suggestFees(chainId)
  return BigInt('gasPrice' in fees ? 0 : fees.maxPriorityFeePerGas)
}

const wei = async () =>
  BigInt((await request(chainId, 'eth_getBalance', [people.alice, 'pending'])) as Hex)

const strangers = (count: number): Address[] =>
  Array.from({ length: count }, (_, index) => numberToHex(2n ** 159n + BigInt(index), { size: 20 }))

const roomy = (count: number): Scenario => ({
  name: `a shop that knows a simulation by its room, and names ${count} addresses`,
  // Addresses in data that explain nothing may be given anything.
  unchecked: count > 0 ? ['rights'] : [],
  calls: (tools) => [
    approved(tools, 'Roomy'),
    tools.call('Roomy', 'buy', [tools.at('usdc'), dollars, 30_000_000n, strangers(count)]),
  ],
})

/** The address of a token that nobody measures by itself. */
const liar = ({ at }: Tools) =>
  Promise.resolve([{ standard: 'ERC20' as const, address: at('ReaderLiar') }])

/** Batches with contracts that pay, or seem to, only where they know that nobody signed. */
export const shops: readonly Scenario[] = [
  roomy(0),
  roomy(20),
  roomy(100),
  {
    name: 'a shop that knows a simulation by its clock',
    inEveryWay: true,
    calls: async (tools) => [
      approved(tools, 'Clock'),
      tools.call('Clock', 'buy', [tools.at('usdc'), dollars, ...(await clock())]),
    ],
  },
  {
    name: 'a shop that pays in every second block',
    unchecked: ['block'],
    calls: (tools) => [
      approved(tools, 'Clock'),
      tools.call('Clock', 'gamble', [tools.at('usdc'), dollars]),
    ],
  },
  {
    name: 'paid by what gas cost before',
    inEveryWay: true,
    isFor: ({ mode }) => mode === 'atomic',
    calls: async (tools) => [
      tools.call('Prepaid', 'exact', [await wei()]),
      tools.pay(people.bob, 1n),
    ],
  },
  {
    name: 'one call paid by what gas cost before',
    calls: async (tools) => [tools.call('Prepaid', 'exact', [await wei()])],
  },
  {
    name: 'a shop that knows a simulation by the normal tip',
    fee: {
      maxFeePerGas: numberToHex(20n * 10n ** 9n),
      maxPriorityFeePerGas: numberToHex(123_456_789n),
    },
    calls: async (tools) => [
      approved(tools, 'Tip'),
      tools.call('Tip', 'buy', [tools.at('usdc'), dollars, await normalTip()]),
    ],
  },
  {
    name: 'a token that lies to one known asker',
    isStill: true,
    extras: liar,
    calls: ({ call, pay }) => [
      call('ReaderLiar', 'claim', [keccak256(readerCode)]),
      pay(people.alice, 1n),
    ],
  },
  {
    name: 'a token that lies to every contract',
    isStill: true,
    unchecked: ['changes'],
    extras: liar,
    calls: ({ call, pay }) => [
      call('ReaderLiar', 'claim', [numberToHex(1n, { size: 32 })]),
      pay(people.alice, 1n),
    ],
  },
]
