import { decodeFunctionResult, encodeFunctionData, parseAbi, type Address, type Hex } from 'viem'
import { sameAddress } from '../values/address'
import byChain from './feeds.json'

/** From Chainlink's `AggregatorV3Interface`, https://docs.chain.link/data-feeds/api-reference. */
const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** Decimals of Chainlink's feeds in US dollars. */
export const priceDecimals = 8

/**
 * An answer older than this, in seconds, is no price. Chainlink's longest heartbeat is a day; no package states that of
 * each feed, so one bound holds for all.
 */
export const oldest = 25 * 3_600

/** A time ahead of the clock here by more than this, in seconds, is none. */
const ahead = 600

/** A sequencer that came back has to be up this long, in seconds, before prices count: Chainlink's own example. */
const grace = 3_600

/** A price in US dollars with 8 decimals, and when its feed said so, in seconds since 1970. */
export type Price = { price: bigint; at: number }

/** Prices of a chain's coin, as `native`, and of its tokens, by address in lower case. */
export type Prices = ReadonlyMap<string, Price>

/** A read of a feed, and what it answered. */
export type FeedRead = { to: Address; data: Hex }
export type Answers = readonly (readonly [to: Address, data: Hex, answer: Hex])[]

type Feeds = { sequencer?: string; feeds: Record<string, string[]> }

const feedsOn = (chainId: number): Feeds | undefined =>
  (byChain as Partial<Record<string, Feeds>>)[chainId]

const encode = (functionName: 'decimals' | 'description' | 'latestRoundData') =>
  encodeFunctionData({ abi, functionName })

const [decimals, description, round] = [
  encode('decimals'),
  encode('description'),
  encode('latestRoundData'),
]

/** Lists what to ask for the prices of the coin and of these tokens; nothing where the list has no feed. */
export const priceReads = (chainId: number, tokens: readonly Address[]): FeedRead[] => {
  const on = feedsOn(chainId)
  if (!on) return []
  const wanted = new Set(
    Object.entries(on.feeds).flatMap(([of, [feed]]) =>
      feed !== undefined && (of === 'native' || tokens.some((one) => sameAddress(one, of)))
        ? [feed as Address]
        : [],
    ),
  )
  return [
    ...(on.sequencer ? [{ to: on.sequencer as Address, data: round }] : []),
    ...[...wanted].flatMap((to) => [description, decimals, round].map((data) => ({ to, data }))),
  ]
}

const answerOf = (answers: Answers, feed: string, data: Hex): Hex | undefined =>
  answers.find(([to, asked]) => asked === data && sameAddress(to, feed))?.[2]

/** Reads answers with a decoder; undefined for none, and for one that is no such value. */
const orNone =
  <Value>(read: (data: Hex) => Value) =>
  (data: Hex | undefined): Value | undefined => {
    try {
      return data && read(data)
    } catch {
      return undefined
    }
  }

const decimalsIn = orNone((data) => decodeFunctionResult({ abi, functionName: 'decimals', data }))
const nameIn = orNone((data) => decodeFunctionResult({ abi, functionName: 'description', data }))
const roundIn = orNone((data) =>
  decodeFunctionResult({ abi, functionName: 'latestRoundData', data }),
)

const isUp = ({ sequencer }: Feeds, answers: Answers, now: number): boolean => {
  if (sequencer === undefined) return true
  const said = roundIn(answerOf(answers, sequencer, round))
  if (!said) return false
  const [, status, since] = said
  // 0 is up, 1 is down; without a time nobody has said anything yet.
  return status === 0n && since > 0n && Number(since) <= now - grace
}

const priceOf = (feed: string, name: string, answers: Answers, now: number): Price | undefined => {
  const said = roundIn(answerOf(answers, feed, round))
  const isMeant =
    nameIn(answerOf(answers, feed, description)) === name &&
    decimalsIn(answerOf(answers, feed, decimals)) === priceDecimals
  if (!said || !isMeant) return undefined
  const [, price, , updated] = said
  const at = Number(updated)
  return price > 0n && at >= now - oldest && at <= now + ahead ? { price, at } : undefined
}

/** Reads prices out of what the listed feeds of a chain answered; `now` in seconds since 1970. */
export const pricesIn = (chainId: number, answers: Answers, now: number): Prices => {
  const on = feedsOn(chainId)
  if (!on || !isUp(on, answers, now)) return new Map()
  return new Map(
    Object.entries(on.feeds).flatMap(([of, [feed = '', name = '']]) => {
      const price = priceOf(feed, name, answers, now)
      return price ? [[of.toLowerCase(), price] as const] : []
    }),
  )
}

/** The value of an amount in US dollars with 8 decimals. */
export const valueOf = (amount: bigint, unit: number, { price }: Price): bigint =>
  (amount * price) / 10n ** BigInt(unit)
