import { numberToHex, type Address, type Hash, type Hex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import type { Batch } from '../db'
import { sameAddress } from '../values/address'
import type { Event } from '../db/batchEvent'
import { finalNumber, type ChainReader } from './chainReader'
import { openTransactions } from './machine'
import type { State, Transaction } from './state'
import { unlessPruned } from './prunedState'
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
  const open = openTransactions(state)
  if (open.length === 0) return []
  const used = await countAt(world, batch)('latest')
  const found = open.map((one) => eventsOf(world, batch, state, { look, used, one }))
  return (await Promise.all(found)).flat()
}

const eventsOf = async (
  world: World,
  batch: Batch,
  state: State,
  { look, used, one: { index, nonce } }: { look: ChainReader; used: number; one: Transaction },
): Promise<Event[]> => {
  const known = state.overtaken[index]
  if (used <= nonce) return known ? [{ type: 'freed', index }] : []
  const overtaken = (hasHistory: boolean): Event[] =>
    known?.hasHistory === hasHistory ? [] : [{ type: 'overtaken', index, hasHistory }]
  const end = await finalNumber(look)
  if (end === 0n) return overtaken(true)
  const then = await unlessPruned(countAt(world, batch)(numberToHex(end)), undefined)
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

const countAt =
  (world: World, { chainId, from }: Batch) =>
  async (block: Hex | 'latest'): Promise<number> =>
    Number(await world.request(chainId, 'eth_getTransactionCount', [from, block]))

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
  const isPast = async (block: bigint) => (await unlessPruned(count(numberToHex(block)), 0)) > nonce
  let after = end
  let before = end - 1n
  // Doubling steps back from the final block, as the wanted one is mostly near it, then a binary search.
  for (let step = 2n; before > 0n && (await isPast(before)); step *= 2n) {
    after = before
    before = before > step ? before - step : 0n
  }
  while (after - before > 1n) {
    const middle = (before + after) / 2n
    if (await isPast(middle)) after = middle
    else before = middle
  }
  const params = [numberToHex(after), true]
  const block = world.request(batch.chainId, 'eth_getBlockByNumber', params)
  return unlessPruned(block as Promise<FullBlock | null>, null)
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
