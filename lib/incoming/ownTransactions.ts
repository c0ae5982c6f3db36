import type { Address, Hash } from 'viem'
import { readLivePlaces } from '../batch/journal'
import { isLapsed } from '../batch/machine'
import { journal } from '../db'

/** Start of the keys of an account's floors on a chain, of any genesis. */
const laneOf = (chainId: number, account: Address): string => `${chainId} ${account} `

/**
 * The transactions among these that are, or hold, a batch of this very account: what they bring stands in its activity
 * already. What another account of the user's sends arrives here.
 */
export const ownAmong = async (
  chainId: number,
  account: Address,
  hashes: readonly Hash[],
): Promise<ReadonlySet<Hash>> => {
  const lane = laneOf(chainId, account)
  const asked = [...new Set(hashes)]
  const [signed, held] = await Promise.all([
    journal.signatures.where('hash').anyOf(asked).toArray(),
    journal.signatures.where('bundle').anyOf(asked).toArray(),
  ])
  const own = [...signed, ...held].filter(({ floor }) => floor.startsWith(lane))
  return new Set(own.map(({ hash, bundle }) => bundle ?? hash))
}

/**
 * Returns a number that each sealed batch of an account on a chain moves: its first nonce that no transaction of the
 * wallet used, and one more for each user operation that somebody else sent.
 */
export const ownFloor = async (chainId: number, account: Address): Promise<number> => {
  const rows = await journal.floors.where('key').startsWith(laneOf(chainId, account)).toArray()
  const nonce = Math.max(0, ...rows.map((row) => row.nonce))
  return rows.reduce((sum, { operations = 0 }) => sum + operations, nonce)
}

/**
 * True if a transaction of the wallet may change the account's balances in a block above this one, or is out. A user
 * operation that can run no more brings nothing, and may be open for ever.
 */
export const isBlurred = async (
  chainId: number,
  account: Address,
  block: number,
): Promise<boolean> => {
  const live = await readLivePlaces({ chainId, from: account })
  return live.some(({ state }) =>
    state.transactions.some(({ sealed, receipt }) =>
      receipt ? !sealed || Number(receipt.blockNumber) > block : !isLapsed(state),
    ),
  )
}
