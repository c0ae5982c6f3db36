import { numberToHex, type Address, type Hash, type Hex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import type { Batch } from '../db'
import { sameAddress } from '../values/address'
import type { Event } from '../db/batchEvent'
import { isSilence } from '../rpc/errors'
import { ageOf } from './age'
import { finalNumber, type ChainReader } from './chainReader'
import { firstBlock } from './firstBlock'
import { comingBurns, openOperations, openTransactions } from './machine'
import { operationEvents } from './operationProof'
import type { State, Transaction } from './state'
import { freedEvents, overtakenEvents } from './overtaken'
import { readPast } from './pastState'
import type { World } from './world'

type Authorization = { chainId: Hex; address: Address; nonce: Hex; r: Hex; s: Hex; yParity: Hex }

type Sent = { hash: Hash; from: Address; nonce: Hex; authorizationList?: Authorization[] }

type FullBlock = { transactions: Sent[] }

/**
 * Returns events for open transactions whose nonce another transaction used. A higher account nonce at
 * `latest` gives `overtaken`, which is no proof, and `freed` once a reorg lowers it. `replaced` takes the
 * final block in which the account's nonce passed: it must hold the other transaction or authorization and
 * none of the batch's own transactions.
 */
export const nonceEvents = async (
  world: World,
  batch: Batch,
  state: State,
  look: ChainReader,
): Promise<Event[]> => {
  if (openOperations(state).length + comingBurns(state).length > 0)
    return operationEvents(world, batch, state, look)
  const all = openTransactions(state)
  if (all.length === 0) return []
  const params = [batch.from, 'latest']
  const used = Number(await world.request(batch.chainId, 'eth_getTransactionCount', params))
  const found = all.map((one) => eventsOf(world, batch, state, { look, used, one }))
  return (await Promise.all(found)).flat()
}

const eventsOf = async (
  world: World,
  batch: Batch,
  state: State,
  { look, used, one: { index, nonce } }: { look: ChainReader; used: number; one: Transaction },
): Promise<Event[]> => {
  if (used <= nonce) return freedEvents(state, index)
  const overtaken = (hasHistory: boolean) => overtakenEvents(state, index, hasHistory)
  const prove = async (): Promise<Event[]> => {
    const end = await finalNumber(look, await ageOf(batch, world.now()))
    if (end === 0n) return overtaken(true)
    const then = await countAt(world, batch)(numberToHex(end))
    if (then === undefined) return overtaken(false)
    if (then <= nonce) return overtaken(true)
    const block = await blockThatPassed(world, batch, nonce, end)
    if (!block) return overtaken(false)
    const isOurs = ({ hash }: Sent) =>
      state.transactions.some((known) => known.index === index && known.hash === hash)
    if (block.transactions.some(isOurs)) return []
    const by = await userOf(block, batch, nonce)
    return by ? [{ type: 'replaced', index, by }] : overtaken(false)
  }
  return prove().catch((error: unknown) => {
    if (isSilence(error)) throw error
    // A node that answered with an error may answer the next poll; until then the nonce counts as used by another.
    return Object.hasOwn(state.overtaken, index) ? [] : overtaken(true)
  })
}

/** Returns a reader of the account's transaction count at a block; undefined if no node has its state. */
const countAt =
  (world: World, { chainId, from }: Batch) =>
  async (block: Hex): Promise<number | undefined> => {
    const params = [from, block]
    const count = await readPast<unknown>(world, [chainId, 'eth_getTransactionCount', params], null)
    return count === null ? undefined : Number(count)
  }

/**
 * Returns the oldest block, of those the node still has state for, after which the account's nonce is above
 * `nonce`; null if the node lacks the block. The caller checks whether the nonce was used in it.
 */
const blockThatPassed = async (
  world: World,
  batch: Batch,
  nonce: number,
  end: bigint,
): Promise<FullBlock | null> => {
  const count = countAt(world, batch)
  const isPast = async (block: number) => ((await count(numberToHex(block))) ?? 0) > nonce
  const params = [numberToHex(await firstBlock(isPast, 0, Number(end))), true]
  return readPast<FullBlock | null>(world, [batch.chainId, 'eth_getBlockByNumber', params], null)
}

/** Returns the transaction in a block that used the account's nonce, as sender or by an authorization. */
const userOf = async (
  { transactions }: FullBlock,
  { from, chainId }: Batch,
  nonce: number,
): Promise<Hash | undefined> => {
  for (const transaction of transactions) {
    const isSender = sameAddress(transaction.from, from) && Number(transaction.nonce) === nonce
    if (isSender) return transaction.hash
    for (const authorization of transaction.authorizationList ?? []) {
      const fits =
        Number(authorization.nonce) === nonce &&
        [0, chainId].includes(Number(authorization.chainId))
      const authority = fits && (await authorityOf(authorization))
      if (authority && sameAddress(authority, from)) return transaction.hash
    }
  }
  return undefined
}

/** Recovers the signer of an authorization; undefined for an invalid signature, which blocks may hold. */
const authorityOf = async ({
  chainId,
  nonce,
  yParity,
  ...signed
}: Authorization): Promise<Address | undefined> => {
  const authorization = {
    ...signed,
    chainId: Number(chainId),
    nonce: Number(nonce),
    yParity: Number(yParity),
  }
  return recoverAuthorizationAddress({ authorization }).catch(() => undefined)
}
