import { encodeAbiParameters, encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import { cache } from '@/lib/db'
import { holdingsKey } from '@/lib/holdings/holdings'
import feeds from '@/lib/listed/feeds.json'
import type { Answers } from '@/lib/listed/prices'
import { alice } from '../accounts'

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 a, int256 b, uint256 c, uint256 d, uint80 e)',
])
const dataOf = (functionName: 'decimals' | 'description' | 'latestRoundData') =>
  encodeFunctionData({ abi, functionName })
const round = (answer: bigint, startedAt: number, updatedAt: number): Hex =>
  encodeAbiParameters(
    ['uint80', 'int256', 'uint256', 'uint256', 'uint80'].map((type) => ({ type })),
    [1n, answer, BigInt(startedAt), BigInt(updatedAt), 1n],
  )

const base = feeds['8453']
const minute = 60_000

/** The answers of a feed of Base, priced so many minutes ago. */
const answersOf = ([feed = '', name = '']: string[], price: bigint, minutes: number): Answers => {
  const to = feed as Address
  return [
    [to, dataOf('description'), encodeAbiParameters([{ type: 'string' }], [name])],
    [to, dataOf('decimals'), encodeAbiParameters([{ type: 'uint8' }], [8])],
    [
      to,
      dataOf('latestRoundData'),
      round(price, 1, Math.floor((Date.now() - minutes * minute) / 1000)),
    ],
  ]
}

/** Keeps what Base's node has just answered: ether at 2,500 dollars, priced so many minutes ago, and USDC at one. */
export const keepPrices = (coinMinutes: number) =>
  cache.facts.put({
    key: holdingsKey(8453, alice),
    value: {
      native: '0xde0b6b3a7640000',
      assets: [],
      answers: [
        [base.sequencer, dataOf('latestRoundData'), round(0n, 1, 1)],
        ...answersOf(base.feeds.native, 250_000_000_000n, coinMinutes),
        ...answersOf(base.feeds['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'], 100_000_000n, 0),
      ],
    },
    at: Date.now(),
  })
