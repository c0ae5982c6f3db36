import { numberToHex, pad, size, slice, type Address, type Hash, type Hex } from 'viem'
import type { Receipt } from '../db/batchEvent'
import type { SignedOperation } from '../db/userOperation'
import { isSilence } from '../rpc/errors'
import { entryPoint } from '../sponsor/entryPoint'
import {
  isUse,
  nonceCall,
  operationFilter,
  operationOutcome,
  type ReceiptLog,
} from '../sponsor/operationOutcome'
import { sameAddress } from '../values/address'
import { firstBlock } from './firstBlock'
import type { World } from './world'

/** Sends a request to a node. */
export type Ask = <T>(method: string, params: unknown[]) => Promise<T>

/** Returns what sends requests to the node of a batch's network. */
export const askOf =
  (world: Pick<World, 'request'>, { chainId }: { chainId: number }): Ask =>
  <T>(method: string, params: unknown[]) =>
    world.request(chainId, method, params) as Promise<T>

/** The block at which a search for an operation goes on, and how many blocks it takes at once. */
export type SearchPlace = { next: number; step: number }

/**
 * How a search reads a chain. `past`: from any RPC of the network that has it, null if none does. `places`: how far each
 * operation was searched for, by its hash; they outlive a look.
 */
export type Searcher = { ask: Ask; past: Ask; places: Map<Hash, SearchPlace> }

/** Blocks that are searched at once; a node may take fewer. */
const usual = 1_000

/** The most requests for events of one look. */
const most = 20

/** Blocks that are searched again: a reorg may put an operation there. */
const depth = 64

/** The user of a nonce: the EntryPoint's event about an operation, of which `topics[1]` is its hash, or a transaction. */
export type Used = { transactionHash: Hash; blockNumber: Hex; topics?: Hex[] }

type Search = { hash: Hash; signed: SignedOperation; since: number }

type Found = Used & ReceiptLog

/** The receipt of a transaction as a node gives it. */
type Whole = Receipt & { from: Address; to: Address | null }

/** Searches on from where the last look ended; undefined once it is at the end, or where no node searches. */
const searched = async (
  { past, places }: Searcher,
  account: Address,
  { hash, since, end, limit }: { hash: Hash; since: number; end: number; limit: number },
  isIt: (log: ReceiptLog) => boolean,
): Promise<Used | undefined> => {
  const first = Math.max(0, since - depth)
  let { next, step } = places.get(hash) ?? { next: first, step: usual }
  for (let asked = 0; asked < limit && next <= end; asked++) {
    const to = Math.min(next + step - 1, end)
    try {
      const range = { fromBlock: numberToHex(next), toBlock: numberToHex(to) }
      const filter = { ...operationFilter([null, pad(account)]), ...range }
      const events = await past<Found[] | null>('eth_getLogs', [filter])
      if (!events) return undefined
      const found = events.find(isIt)
      if (found) return found
      next = to + 1
    } catch (error) {
      // Some nodes take few blocks at once, and some none.
      if (isSilence(error) || step === 1) return undefined
      step /= 10
    }
    places.set(hash, { next: Math.max(first, Math.min(next, end + 1 - depth)), step })
  }
  return undefined
}

/** Returns the nonce of an account's next operation after a block; undefined if no node has its state any more. */
export const nonceAt = async (
  past: Ask,
  account: Address,
  block: number | bigint,
): Promise<bigint | undefined> => {
  const found = await past<Hex | null>('eth_call', [nonceCall(account), numberToHex(block)])
  // A block before the EntryPoint gives nothing.
  return found === null ? undefined : BigInt(found === '0x' ? 0 : found)
}

/** Returns the receipts of a block, also from a node that gives only one at a time. */
const receiptsIn = async ({ ask, past }: Searcher, block: number): Promise<Whole[]> => {
  const at = numberToHex(block)
  const all = await past<Whole[] | null>('eth_getBlockReceipts', [at]).catch(() => null)
  if (all) return all
  const { transactions } = await ask<{ transactions: Hash[] }>('eth_getBlockByNumber', [at, false])
  const found: Whole[] = []
  for (const hash of transactions) {
    const receipt = await ask<Whole | null>('eth_getTransactionReceipt', [hash])
    if (!receipt) throw new Error('a receipt of the block is missing')
    found.push(receipt)
  }
  return found
}

/** Returns what used the nonce in the very block in which it was used, by that block's receipts. */
const usedIn = async (
  from: Searcher,
  account: Address,
  block: number,
  isIt: (log: ReceiptLog) => boolean,
): Promise<Used | undefined> => {
  const receipts = await receiptsIn(from, block)
  for (const { transactionHash, blockNumber, logs } of receipts) {
    const log = logs.find(isIt)
    if (log) return { transactionHash, blockNumber, topics: log.topics }
  }
  // No operation did, so that a transaction of the account's own has.
  const own = receipts.filter(({ status, from }) => status === '0x1' && sameAddress(from, account))
  return own.find(({ to }) => to && sameAddress(to, entryPoint)) ?? own[0]
}

/**
 * Returns what used the nonce of `signed`, which is used by now: this operation, another one, or a transaction of the
 * account; undefined if nobody could tell so far. A node that does not search for events, or has dropped them, is asked
 * in which block the nonce was used, and for what that block has.
 */
export const usedBy = async (
  from: Searcher,
  account: Address,
  { hash, signed, since }: Search,
): Promise<Used | undefined> => {
  const end = Number(await from.ask<Hex>('eth_blockNumber', []))
  // A log that a node found is compared too: another contract may log the same.
  const isIt = (log: ReceiptLog) =>
    isUse(log, account) &&
    size(log.data) === 128 &&
    BigInt(slice(log.data, 0, 32)) === BigInt(signed.nonce)
  const scan = (limit: number) =>
    searched(from, account, { hash, since, end, limit }, isIt).catch(() => undefined)
  const isUsed = async (block: number): Promise<boolean> => {
    const found = await nonceAt(from.past, account, block)
    if (found === undefined) throw new Error('no node has its state')
    return found > BigInt(signed.nonce)
  }
  const byState = async () => {
    const block = await firstBlock(isUsed, Math.max(0, since - depth), end)
    const isIn = !(await isUsed(block - 1)) && (await isUsed(block))
    return isIn ? usedIn(from, account, block, isIt) : undefined
  }
  return (await scan(1)) ?? (await byState().catch(() => undefined)) ?? scan(most)
}

/** Reads the nonce of an account's next operation, at a block or tag. */
export const operationNonce = async (ask: Ask, account: Address, at: Hex | 'latest') =>
  BigInt(await ask<Hex>('eth_call', [nonceCall(account), at]))

/** Returns the receipt of a transaction with an operation's own logs and success; null if it does not hold that. */
const outcomeIn = (whole: Receipt | null, hash: Hash) => {
  const outcome = whole && operationOutcome(whole.logs, hash)
  if (!outcome) return null
  const { success, logs } = outcome
  // The transaction of a bundle succeeds though the operation failed: its own success is what the user is told.
  return {
    receipt: { ...whole, status: success ? ('0x1' as const) : ('0x0' as const), logs },
    whole,
  }
}

/**
 * Finds what became of a user operation on the user's own node: the receipt of the transaction that held it, with the
 * operation's own logs and success, and as the node gave it. Null as long as its nonce is not used, if another
 * operation used it, or if nobody can tell. `known`: the transaction that had it at the last look; `search`: for what
 * used the nonce.
 */
export const findOperation = async (
  ask: Ask,
  search: () => Promise<Used | undefined>,
  receiptOf: (hash: Hash) => Promise<Receipt | null>,
  account: Address,
  { hash, signed, known }: { hash: Hash; signed: SignedOperation; known: Hash | undefined },
): Promise<{ receipt: Receipt; whole: Receipt } | null> => {
  const still = known && outcomeIn(await receiptOf(known), hash)
  if (still) return still
  if ((await operationNonce(ask, account, 'latest')) <= BigInt(signed.nonce)) return null
  const found = await search()
  return found?.topics?.[1] === hash
    ? outcomeIn(await receiptOf(found.transactionHash), hash)
    : null
}
