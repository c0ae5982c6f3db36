import { numberToHex, type Address, type Hex } from 'viem'
import type { Call } from '@/lib/db'
import { request } from '@/lib/network/node'
import { suggestFees } from '@/lib/network/fees'
import { permit } from '../permit.ts'
import { ether, most, people, type Scenario, type Tools } from '../scenario.ts'

const chainId = 31337

/** Amount that a shop takes, in raw units of a token with 6 decimals. */
const dollars = 1_000_000_000n

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

/** Logs `count` approvals of nothing: each has to be read before it is known to be nothing. */
const flood = ({ call }: Tools, count: number): Call =>
  call('ApprovalSpam', 'spam', [people.alice, BigInt(count)])

/** The room that blocks have on the chain of the trials. */
const usualRoom = 30_000_000n

/** A deal of `Shop`, in the order of its enum: what the batch does before it. */
type Deal = Pick<Scenario, 'prepare' | 'allows'> & {
  name: string
  first: (tools: Tools) => Call
  value?: bigint
}

const forDollars: Pick<Deal, 'first' | 'allows'> = {
  first: ({ call, at }) => call('usdc', 'approve', [at('Shop'), dollars]),
  allows: ({ at }) => [`ERC20 ${at('usdc')} ${at('Shop')}`],
}

const deals: readonly Deal[] = [
  { ...forDollars, name: 'coin for a token' },
  { ...forDollars, name: 'one token for another' },
  { name: 'one of a collection minted', first: ({ pay }) => pay(people.bob, 1n), value: ether },
  {
    name: 'one of a collection sold',
    first: ({ call, at }) => call('Collection', 'setApprovalForAll', [at('Shop'), true]),
    allows: ({ at }) => [`ERC721 ${at('Collection')} ${at('Shop')}`],
  },
  { ...forDollars, name: 'a token for a friend' },
  { ...forDollars, name: 'an allowance used up' },
  {
    name: 'an allowance by signature',
    first: ({ call, at }) => call('PermitToken', 'approve', [at('Shop'), 900n]),
    allows: ({ at }) => [`ERC20 ${at('PermitToken')} ${at('Shop')}`],
    prepare: async ({ tell, before, url, at, encode }) => {
      const signed = await permit(at('PermitToken'), at('Shop'), most)
      await tell(url, 'Shop', 'keep', [encode('PermitToken', 'permit', signed)])
      await before()
    },
  },
]

/** A way in which `Shop` tells a simulation from a block. */
type Detector = Pick<Scenario, 'isFor' | 'inEveryWay' | 'unchecked' | 'fee'> & {
  name: string
  function: string
  args?: () => Promise<unknown[]>
  /** How many approvals of nothing the batch begins with. */
  flood?: number
}

const detectors: readonly Detector[] = [
  { name: 'its clock', function: 'byClock', args: clock, inEveryWay: true },
  { name: 'what a block has by itself', function: 'byPrice' },
  {
    name: 'what gas cost before',
    function: 'byPurse',
    args: async () => [await wei()],
    // In order, the calls before it have paid for theirs.
    isFor: ({ mode }) => mode === 'atomic',
  },
  {
    name: 'its room',
    function: 'byRoom',
    args: () => Promise.resolve([usualRoom, []]),
    flood: 200,
  },
  {
    name: 'the normal tip',
    function: 'byTip',
    args: async () => [await normalTip()],
    fee: {
      maxFeePerGas: numberToHex(20n * 10n ** 9n),
      maxPriorityFeePerGas: numberToHex(123_456_789n),
    },
  },
  { name: 'every second block', function: 'byNumber', unchecked: ['block'] },
  // More than is read of one contract.
  {
    name: 'nothing, in a flood',
    function: 'plainly',
    flood: 1_030,
    unchecked: ['allowances'],
    isFor: ({ mode }) => mode === 'sequence',
  },
]

/** Each detector with each deal. */
const catalogue = detectors.flatMap((detector) =>
  deals.map((deal, index): Scenario => {
    const { isFor, inEveryWay, unchecked, fee, args = () => Promise.resolve([]) } = detector
    const { prepare, allows } = deal
    return {
      name: `a shop that knows a simulation by ${detector.name}: ${deal.name}`,
      isFor: (way) => (index === 0 || way.account === 'plain') && (isFor?.(way) ?? true),
      ...(inEveryWay ? { inEveryWay } : {}),
      ...(unchecked ? { unchecked } : {}),
      ...(fee ? { fee } : {}),
      ...(prepare ? { prepare } : {}),
      ...(allows ? { allows } : {}),
      calls: async (tools) => [
        ...(detector.flood ? [flood(tools, detector.flood)] : []),
        deal.first(tools),
        tools.call('Shop', detector.function, [index, ...(await args())], deal.value),
      ],
    }
  }),
)

const roomy = (count: number): Scenario => ({
  name: `a shop that knows a simulation by its room, and names ${count} addresses`,
  // Addresses in data that explain nothing may be given anything.
  unchecked: ['rights'],
  calls: (tools) => [
    forDollars.first(tools),
    tools.call('Shop', 'byRoom', [0, usualRoom, strangers(count)]),
  ],
})

/** Batches with contracts that deal well only where they know that nobody signed. */
export const shops: readonly Scenario[] = [
  ...catalogue,
  roomy(20),
  roomy(100),
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
]
