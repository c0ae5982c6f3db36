import { numberToHex, type Address, type Hash, type Hex } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import type { Batch } from '../db'
import { sameAddress } from '../rpc/schema'
import type { Event } from './event'
import { finalNumber, type Look } from './look'
import { openTransaction } from './machine'
import type { State } from './state'
import { unlessForgotten } from './unlessForgotten'
import type { World } from './world'

type Authorization = { chainId: Hex; address: Address; nonce: Hex; r: Hex; s: Hex; yParity: Hex }

type Sent = { hash: Hash; from: Address; nonce: Hex; authorizationList?: Authorization[] }

type FullBlock = { transactions: Sent[] }

/**
 * Whether the nonce of a batch's open transaction has gone to another. Passed by at the newest block is
 * `overtaken`, and no proof: `replaced` takes the final block where the account's nonce passed it, with
 * the other transaction or authorization in full and none of ours.
 */
export const nonceEvents = async (
  world: World,
  batch: Batch,
  state: State,
  look: Look,
): Promise<Event[]> => {
  const open = openTransaction(state)
  if (!open) return []
  const { index, nonce } = open
  const count = countAt(world, batch)
  if ((await count('latest')) <= nonce) return []
  const known = state.overtaken[index]
  const overtaken = (hasHistory: boolean): Event[] =>
    known?.hasHistory === hasHistory ? [] : [{ type: 'overtaken', index, hasHistory }]
  const end = await finalNumber(look)
  const isFinal = end > 0n && (await unlessForgotten(count(numberToHex(end)), 0)) > nonce
  if (!isFinal) return known ? [] : overtaken(true)
  const block = await blockThatPassed(world, batch, nonce, end)
  if (!block) return overtaken(false)
  const ours = new Set(state.transactions.map(({ hash }) => hash))
  if (block.transactions.some(({ hash }) => ours.has(hash))) return []
  const by = await userOf(block, batch, nonce)
  return by ? [{ type: 'replaced', index, by }] : overtaken(false)
}

const countAt =
  (world: World, { chainId, from }: Batch) =>
  async (block: Hex | 'latest'): Promise<number> =>
    Number(await world.request(chainId, 'eth_getTransactionCount', [from, block]))

/** The block after which the account's count is first above a nonce; undefined where history is not to be had. */
const blockThatPassed = async (
  world: World,
  batch: Batch,
  nonce: number,
  end: bigint,
): Promise<FullBlock | undefined> => {
  const count = countAt(world, batch)
  const isPast = async (block: bigint) => (await count(numberToHex(block))) > nonce
  const search = async (): Promise<FullBlock> => {
    let after = end
    let before = end - 1n
    // Back in growing steps, as it is most often near the end, then by halves.
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
    return (await world.request(batch.chainId, 'eth_getBlockByNumber', params)) as FullBlock
  }
  return (await unlessForgotten<FullBlock | null | undefined>(search(), undefined)) ?? undefined
}

/** The transaction of a block that used an account's nonce, as its sender or by an authorization in it. */
const userOf = async (
  { transactions }: FullBlock,
  { from, chainId }: Batch,
  nonce: number,
): Promise<Hash | undefined> => {
  for (const transaction of transactions) {
    const isSender = sameAddress(transaction.from, from) && Number(transaction.nonce) === nonce
    if (isSender) return transaction.hash
    for (const authorization of transaction.authorizationList ?? [])
      if (
        Number(authorization.nonce) === nonce &&
        [0, chainId].includes(Number(authorization.chainId)) &&
        sameAddress(await authorityOf(authorization), from)
      )
        return transaction.hash
  }
  return undefined
}

const authorityOf = ({ chainId, address, nonce, r, s, yParity }: Authorization): Promise<Address> =>
  recoverAuthorizationAddress({
    authorization: {
      ...{ address, r, s },
      ...{ chainId: Number(chainId), nonce: Number(nonce), yParity: Number(yParity) },
    },
  })
