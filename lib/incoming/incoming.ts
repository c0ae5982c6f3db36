import type { Address, Hash, Hex } from 'viem'
import type { Walk } from '../allowances/range'
import { cache, journal } from '../db'
import { setting } from '../db/settings'
import { clearedUpTo } from './cleared'

/**
 * Time in ms since 1970 of the look that found something; `order`: its place among clearings, where the last of them is
 * of a later time by a clock that ran ahead.
 */
export type Seen = { seenAt: number; order?: number }

/** Returns the place of what was found among clearings. */
export const placeOf = ({ seenAt, order = seenAt }: Seen): number => order

/**
 * A transfer of a token to the account, by the token's own log; `amount` in raw units, `time` of its block in ms since
 * 1970 where the node says it.
 */
export type TokenReceipt = Seen & {
  token: Address
  from: Address
  amount: Hex
  block: number
  hash: Hash
  /** Its place among the logs of the block. */
  index: number
  time?: number
}

/** A rise of a balance between two looks, from whom nobody knows; without `token` that of the coin. */
export type Rise = Seen & { token?: Address; amount: Hex; since: number; block: number }

/**
 * Balances in raw units at a block: of the coin, by an empty key, and of the account's own tokens. `floor`: a
 * number that each sealed batch of the account moves.
 */
export type MeasuredBalances = { block: number; floor: number; balances: Record<string, Hex> }

/** Receipts of an account on a chain since the first look, as far as they were looked for. Newest first. */
export type Incoming = {
  /** The newest block of the first look: what came before is no news. */
  start: number
  walk: Walk
  /** Of listed tokens. */
  receipts: TokenReceipt[]
  /** The newest of each contract that is not listed and says that the account has something of it. */
  unknown: TokenReceipt[]
  rises: Rise[]
  /** Absent where a transaction of the wallet blurs the next difference. */
  measured?: MeasuredBalances
  /** `more`: older blocks are to be searched; `refused`: the node gives no logs; `silent`: it did not answer. */
  state: 'all' | 'more' | 'refused' | 'silent'
}

/** Cache key of what arrived at an account on a chain. */
export const incomingKey = (chainId: number, account: Address): string =>
  `incoming:${chainId}:${account}`

/** Returns what was found before. */
export const incomingBefore = async (
  chainId: number,
  account: Address,
): Promise<Incoming | undefined> =>
  (await cache.facts.get(incomingKey(chainId, account)))?.value as Incoming | undefined

/** Receipts on one chain at one account. */
export type Arrived = { chainId: number; account: Address; incoming: Incoming }

/** Returns all that was found, on every chain and for every account that the wallet has. */
const everything = async (): Promise<Arrived[]> => {
  const [facts, accounts] = await Promise.all([
    cache.facts.where('key').startsWith('incoming:').toArray(),
    journal.accounts.toArray(),
  ])
  return facts.flatMap(({ key, value }) => {
    const [, chainId, address] = key.split(':')
    // A look that ends after its account was removed writes its row anew.
    const own = accounts.find((one) => one.address === address)
    if (!own) return []
    return [{ chainId: Number(chainId), account: own.address, incoming: value as Incoming }]
  })
}

/** Leaves of what arrived the part whose place is in (`after`, `upTo`], in ms since 1970. */
const foundIn = (arrived: Arrived, after: number, upTo = Infinity): Arrived => {
  const isIn = (one: Seen) => after < placeOf(one) && placeOf(one) <= upTo
  const { receipts, rises } = arrived.incoming
  const left = { receipts: receipts.filter(isIn), rises: rises.filter(isIn) }
  return { ...arrived, incoming: { ...arrived.incoming, ...left } }
}

/** Returns all that was found and not cleared, on every chain and for every account that the wallet has. */
export const allIncoming = async (): Promise<Arrived[]> => {
  const [all, cleared] = await Promise.all([everything(), clearedUpTo()])
  return all.map((one) => foundIn(one, cleared))
}

/** Counts what the clearing at `at` (ms since 1970) hid, if it was the last and not taken back; 0 for any other. */
export const countCleared = async (at: number): Promise<number> => {
  const cleared = await setting('receivedCleared')
  if (cleared?.at !== at) return 0
  const hidden = (await everything()).map(
    (one) => foundIn(one, cleared.before, cleared.upTo ?? at).incoming,
  )
  return hidden.reduce((sum, { receipts, rises }) => sum + receipts.length + rises.length, 0)
}

/** Deletes what was found for an account that is removed. */
export const forgetIncoming = async (account: Address): Promise<void> => {
  const keys = await cache.facts.where('key').startsWith('incoming:').primaryKeys()
  await cache.facts.bulkDelete(keys.filter((key) => key.endsWith(`:${account}`)))
}
