import type { Batch } from '../db'
import { isRpcError, isSilence } from '../rpc/errors'
import type { Event } from '../db/batchEvent'
import type { Transaction } from './state'
import type { World } from './world'

/** Nodes' words for a transaction that they, or the chain, have already. */
const isThere =
  /already known|already imported|known transaction|already exists|nonce too low|nonce is too low/i

/** Nodes' words for a delegated account that has a transaction in the pool: one at a time, no gaps. */
const isBusy = /in-flight transaction limit|gapped.?nonce/i

/**
 * Sends signed bytes to the node. Empty where it did not answer: it may have them.
 * A refusal is no end: the bytes stay valid until their nonce is used.
 */
export const broadcast = async (
  world: World,
  { chainId }: Batch,
  { hash, raw, refused }: Pick<Transaction, 'hash' | 'raw' | 'refused'>,
): Promise<Event[]> => {
  try {
    await world.request(chainId, 'eth_sendRawTransaction', [raw])
    return [{ type: 'sent', hash }]
  } catch (error) {
    if (!isRpcError(error) || isSilence(error)) return []
    if (isThere.test(error.message)) return [{ type: 'sent', hash }]
    const reason = reasonOf(error.message)
    return refused === reason ? [] : [{ type: 'refused', hash, reason }]
  }
}

const reasonOf = (message: string) => {
  if (isBusy.test(message)) return 'busy'
  return /insufficient funds/i.test(message) ? 'funds' : 'node'
}
