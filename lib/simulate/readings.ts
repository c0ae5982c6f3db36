import { numberToHex, type Address, type Hex } from 'viem'
import { allowanceOf, grantReads } from './allowanceReads'
import { assetReads, changeOf, ownerAfter, riseOf, steady } from './changes'
import type { Allowance, Change, Unchecked } from '../db/outcome'
import type { Token } from './quote'
import { uint, type Read } from './reader'
import type { Run } from './run'
import { assetKey } from './material'
import {
  receiverKey,
  type ReadSet,
  type TokenAsset,
  type WantedAsset,
  type WantedGrant,
  type WantedReceiver,
} from './readSet'
import { encodeBalanceOf, tokenFrom, tokenReads } from './tokens'

/**
 * Reads for one asset or allowance, and how their answers are taken. `time` is the block's timestamp in
 * seconds since 1970.
 */
type Item = {
  reads: Read[]
  take: (found: Found, before: Answers, after: Answers, time: bigint) => void
}

type Answers = readonly (Hex | null)[]

/** Changes, receivers, allowances and tokens by the reads before and after a batch. */
export type Readings = {
  changes: readonly Change[]
  allowances: readonly Allowance[]
  unchecked: Set<Unchecked>
  tokens: Readonly<Record<Address, Token>>
  rises: ReadonlyMap<string, bigint>
  owners: ReadonlyMap<string, Address>
}

/**
 * Readings in progress. `silent`: assets whose balance could not be read; `fungible`: contracts that answer
 * as an ERC-20.
 */
type Found = {
  changes: Change[]
  allowances: Allowance[]
  unchecked: Set<Unchecked>
  tokens: Record<Address, Token>
  rises: Map<string, bigint>
  owners: Map<string, Address>
  silent: TokenAsset[]
  fungible: Set<Address>
}

/**
 * The most reads in one request: those of 96 tokens take some 10 million gas of the 50 million that nodes
 * allow.
 */
const each = 480

const itemsOf = (wants: ReadSet, account: Address): Item[] => [
  ...[...wants.assets.values()].map((wanted) => assetItem(wanted, account)),
  ...[...wants.grants.values()].map((wanted) => grantItem(wanted, account, wants.collections)),
  ...[...wants.receivers.values()].map(receiverItem),
]

const assetItem = (wanted: WantedAsset, account: Address): Item => {
  const { asset, isNamed } = wanted
  const about = asset.standard === 'ERC20' ? tokenReads(asset.address) : []
  return {
    reads: [...assetReads(wanted, account), ...about],
    take: (found, before, after) => {
      if (asset.standard === 'ERC20') {
        const said = (isAnswered(before) ? before : after).slice(2)
        // A contract without decimals and without a transfer log of the account is taken for no token.
        if (!isNamed && uint(said[1]) === undefined) return
        const token = tokenFrom(said)
        const balance = steady(before)
        const has = balance === undefined ? {} : { balance: numberToHex(balance) }
        if (token) found.tokens[asset.address] = { ...token, ...has }
      }
      const change = changeOf(wanted, account, before, after)
      if (change === 'unknown') return void found.silent.push(asset)
      if (asset.standard === 'ERC20') found.fungible.add(asset.address)
      const owner = asset.standard === 'ERC721' && ownerAfter(after)
      if (owner) found.owners.set(assetKey({ asset }), owner)
      if (change) found.changes.push(change)
    },
  }
}

const receiverItem = (wanted: WantedReceiver): Item => ({
  reads: [{ to: wanted.asset.address, data: encodeBalanceOf(wanted.asset, wanted.to), most: 32 }],
  take: ({ rises }, before, after) => {
    const rise = riseOf(before, after)
    if (rise !== undefined) rises.set(receiverKey(wanted), rise)
  },
})

const isAnswered = (answers: Answers): boolean => answers[0] !== '0x'

const grantItem = (
  wanted: WantedGrant,
  account: Address,
  collections: ReadonlySet<Address>,
): Item => ({
  reads: grantReads(wanted, account),
  take: (found, before, after, time) => {
    const allowance = allowanceOf(wanted, before, after, time)
    const { standard, token } = wanted.grant
    // ERC-721 has an `approve` too, which is read by token ID: no ERC-20 allowance is expected there.
    const isOfIds = standard === 'ERC20' && collections.has(token)
    if (allowance === 'unknown' && !isOfIds) found.unchecked.add('allowances')
    else if (allowance && allowance !== 'unknown') found.allowances.push(allowance)
  },
})

const parted = (items: readonly Item[]): Item[][] => {
  const parts: Item[][] = [[]]
  let count = 0
  for (const item of items) {
    count += item.reads.length
    if (count > each) {
      parts.push([])
      count = item.reads.length
    }
    parts.at(-1)?.push(item)
  }
  return parts
}

/** Returns the contract reads for all that is wanted, one list for each request; at least one list. */
export const readsOf = (wants: ReadSet, account: Address): Read[][] =>
  parted(itemsOf(wants, account)).map((items) => items.flatMap(({ reads }) => reads))

type Kept = { wants: ReadSet; account: Address; readings: Readings }

const kept = new WeakMap<readonly Run[], Kept>()

/**
 * Turns the answers into changes, allowances and tokens; `runs` has one run for each list of `readsOf`. The answers of the
 * same runs are taken once: what more to read, what to tell and what another block changes are each told by them.
 */
export const takeReadings = (wants: ReadSet, account: Address, runs: readonly Run[]): Readings => {
  const known = kept.get(runs)
  const isKnown = known?.wants === wants && known.account === account
  const readings = isKnown ? known.readings : readingsFrom(wants, account, runs)
  kept.set(runs, { wants, account, readings })
  // Who looks at them adds what else is unchecked.
  return { ...readings, unchecked: new Set(readings.unchecked) }
}

const readingsFrom = (wants: ReadSet, account: Address, runs: readonly Run[]): Readings => {
  const found: Found = {
    changes: [],
    allowances: [],
    unchecked: new Set(),
    tokens: {},
    rises: new Map(),
    owners: new Map(),
    silent: [],
    fungible: new Set(),
  }
  takeNative(found, runs[0]?.wei)
  for (const [part, items] of parted(itemsOf(wants, account)).entries()) {
    const { before, after, time } = runs[part] ?? { before: [], after: [], time: 0n }
    let at = 0
    for (const { reads, take } of items) {
      const end = at + reads.length
      take(found, before.slice(at, end), after.slice(at, end), time)
      at = end
    }
  }
  const { silent, fungible, ...readings } = found
  // A contract that answers as an ERC-20 has no token IDs, even if its logs name some.
  const isMissing = ({ standard, address }: TokenAsset) =>
    standard === 'ERC20' || !fungible.has(address)
  if (silent.some(isMissing)) readings.unchecked.add('changes')
  return readings
}

const takeNative = ({ changes, unchecked }: Found, wei: Run['wei'] | undefined) => {
  if (!wei) {
    unchecked.add('changes').add('allowances')
    return
  }
  const amount = wei.after - wei.before
  if (amount === 0n) return
  const [direction, size] = amount > 0n ? (['in', amount] as const) : (['out', -amount] as const)
  changes.push({ asset: { standard: 'native' }, direction, amount: numberToHex(size) })
}
