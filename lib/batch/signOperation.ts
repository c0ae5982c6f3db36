import type { Hex } from 'viem'
import type { Batch } from '../db'
import type { Event } from '../db/batchEvent'
import { executor } from '../delegate/executor'
import { findNetwork } from '../network/networks'
import { rpcError } from '../rpc/errors'
import { operationHash } from '../sponsor/operation'
import { operationOf } from '../sponsor/terms'
import { changedSince } from './changedSince'
import type { FinalData } from './finalData'
import { askOf, operationNonce, type Ask } from './findOperation'
import { deadlineAt } from './batchTransaction'
import { waitingNews } from './nonceGap'
import type { World } from './world'

/** How far a chain's newest block may lie behind the clock, in seconds: the deadline lies ahead of the clock. */
const farthest = 300

/** Returns the newest block's number. Throws if it is old: on a chain that stands still, or under a clock that is fast. */
const newestBlock = async (ask: Ask, chainId: number, now: number): Promise<number> => {
  const { number, timestamp } = await ask<{ number: Hex; timestamp: Hex }>('eth_getBlockByNumber', [
    'latest',
    false,
  ])
  const isOld = now / 1000 - Number(timestamp) > farthest
  if (isOld && !findNetwork(chainId)?.isLocal)
    throw rpcError('chainDisconnected', 'its newest block is five minutes old')
  return Number(number)
}

/**
 * Signs the user operation of a batch whose approval still holds, and returns its event; none while the wallet is
 * locked, or until the paymaster has given its final data. Returns `behind`, if it is news, while a transaction of the
 * account is under way that an authorization would come behind, and once none is; `asked` with the reason if who was to
 * pay does not. The service may answer what it likes: it changes its own data alone.
 */
export const signOperation = async (
  world: World,
  batch: Batch,
  index: number,
  upgrade: boolean,
  finalOf: FinalData,
): Promise<Event[]> => {
  const { chainId, from, sponsor } = batch
  if (!sponsor || !world.sponsors || batch.delegate !== executor) throw new Error('not sponsored')
  if (!(await world.sponsors.isUnlocked())) return []
  const ask = askOf(world, batch)
  const count = async (tag: string) =>
    Number(await ask<Hex>('eth_getTransactionCount', [from, tag]))
  const [nonce, mined, used, since] = await Promise.all([
    operationNonce(ask, from, 'latest'),
    count('latest'),
    count('pending'),
    newestBlock(ask, chainId, world.now()),
  ])
  // The authorization is valid at one nonce alone, and a transaction that waits would take it.
  if (upgrade) {
    const waiting = await waitingNews(world, batch, { mined, used })
    if (waiting.length > 0 || mined !== used) return waiting
  }
  const soon = deadlineAt(world.now())
  const value = operationOf({ ...batch, sponsor }, { nonce, upgrade, deadline: soon })
  const final = sponsor.isFinal
    ? { found: { value }, deadline: soon }
    : finalOf(batch, { operation: value, deadline: soon })
  if (!final) return []
  const { found, deadline } = final
  if ('failed' in found) return [{ type: 'asked', why: found.failed }]
  const operation = found.value
  const hash = operationHash(chainId, operation, executor)
  // The service's last answer may take more of the account than what was shown.
  const now = await world.simulate(batch, index, undefined, { operation, hash, deadline })
  const changed = changedSince(batch, index, now)
  if (changed.length > 0) return [{ type: 'asked', why: 'worse', changed }]
  const signed = await world.sponsors.sign(from, { chainId, operation, nonce: used })
  if (!signed) return []
  return [{ type: 'operation', index, hash, signed, nonce: used, upgrade, deadline, since }]
}
