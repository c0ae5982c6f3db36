import type { Address } from 'viem'
import type { Change } from '@/lib/db/outcome'
import { isDust } from '@/lib/decode/dust'
import { ownReturns } from '@/lib/decode/signatures/doubts'
import type {
  Coming,
  Leaving,
  SignatureReading,
  SignedAsset,
} from '@/lib/decode/signatures/signatureReading'
import { tokenAt, type Tokens } from '../calls/tokenFacts'
import type { WorthOf } from './usePrices'

/** An amount of the coin or of a token, in raw units; null for what counts as worth nothing by its kind, such as an item. */
type Part = { of: Address | 'native'; amount: bigint } | null

/**
 * Worth in US dollars with 8 decimals; undefined where there is no price for more than dust of the coin or of a listed
 * token. Everything else is worth nothing: anybody can make it.
 */
type Worth = (part: Part) => bigint | undefined

const worthIn =
  (tokens: Tokens, coinDecimals: number, worthOf: WorthOf): Worth =>
  (part) => {
    if (!part) return 0n
    const { of, amount } = part
    const token = of === 'native' ? undefined : tokenAt(tokens, of)
    if (of !== 'native' && token?.identity.is !== 'listed') return 0n
    const decimals = token?.decimals ?? coinDecimals
    const found = worthOf(of, amount, decimals)
    if (found !== undefined && found !== 'old') return found.value
    return isDust(amount, decimals) ? 0n : undefined
  }

const sumOf = (values: readonly (bigint | undefined)[]): bigint =>
  values.reduce((sum: bigint, value) => sum + (value ?? 0n), 0n)

/** True if what comes has a price, and all of it together is at most a tenth of what is known to leave. */
const isPoor = (given: readonly Part[], got: readonly Part[], worth: Worth): boolean => {
  const gains = got.map(worth)
  if (gains.includes(undefined) || sumOf(gains) === 0n) return false
  return 10n * sumOf(gains) <= sumOf(given.map(worth))
}

const ofSigned = (asset: SignedAsset, amount: bigint): Part => {
  if (asset.kind === 'coin') return { of: 'native', amount }
  return asset.kind === 'token' ? { of: asset.address, amount } : null
}

const ofLeaving =
  (tokens: Tokens) =>
  ({ asset, amount }: Leaving): Part => {
    const held = asset.kind === 'token' ? tokenAt(tokens, asset.address)?.balance : undefined
    return ofSigned(asset, amount ?? BigInt(held ?? 0))
  }

const ofComing = ({ asset, amount }: Coming): Part => ofSigned(asset, amount ?? 0n)

/** Tells if an order brings at most a tenth of the worth of what it takes, by the prices of feeds. */
export const isPoorOrder = (
  reading: SignatureReading,
  tokens: Tokens,
  coinDecimals: number,
  worthOf: WorthOf,
): boolean => {
  if (reading.kind === 'unread' || reading.deed !== 'trade') return false
  const worth = worthIn(tokens, coinDecimals, worthOf)
  return reading.deals.some((deal) =>
    isPoor(deal.leaves.map(ofLeaving(tokens)), ownReturns(deal).map(ofComing), worth),
  )
}

const ofChange = ({ asset, amount }: Change): Part => {
  if (asset.standard === 'native') return { of: 'native', amount: BigInt(amount) }
  return asset.standard === 'ERC20' ? { of: asset.address, amount: BigInt(amount) } : null
}

/** Tells if calls bring at most a tenth of the worth of what leaves, by the prices of feeds. */
export const isPoorTrade = (
  changes: readonly Change[],
  tokens: Tokens,
  coinDecimals: number,
  worthOf: WorthOf,
): boolean => {
  const going = (direction: Change['direction']) =>
    changes.filter((change) => change.direction === direction).map(ofChange)
  return isPoor(going('out'), going('in'), worthIn(tokens, coinDecimals, worthOf))
}
