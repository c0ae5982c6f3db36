import type { Batch } from '../db'
import { isRpcError, isSilence } from '../rpc/errors'
import type { Event } from '../db/batchEvent'
import type { Transaction } from './state'
import type { World } from './world'

/** Node error messages for a transaction that is already in the pool or on chain. */
const isThere =
  /already known|already imported|known transaction|already exists|nonce too low|nonce is too low/i

/** Node error messages for a delegated account with a pending transaction: nodes allow one, no nonce gaps. */
const isBusy = /in-flight transaction limit|gapped.?nonce/i

/**
 * Broadcasts signed bytes and returns the resulting event. Returns none if the node is silent, as it may
 * have them, or repeats its refusal. A refusal is not final: the bytes stay valid until their nonce is
 * used.
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
