import { keccak256, numberToHex, stringToHex, type Hex } from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { doubtsOfChange } from '../approvals/changeDoubts'
import { doubtsOfFee } from '../approvals/feeDoubts'
import { askInternally } from '../approvals/internalRequest'
import { feesShape } from '../batch/approveBatch'
import { clearOne, clearOver, unclear } from '../batch/clearActivity'
import { batchOf, stateOf } from '../batch/journal'
import { neverRuns } from '../batch/neverRuns'
import { journal } from '../db'
import { clearReceived, restoreReceived } from '../incoming/cleared'
import { revertsOf, wouldHave } from '../lock/stopped'
import { readUsualPrice } from '../network/fees'
import { findNetwork } from '../network/networks'
import { request } from '../network/node'
import { address, hex, int, quantity } from '../rpc/schema'
import { estimateL1Fee } from '../simulate/l1Fee'
import { verb } from './verb'

/**
 * Schema of the price of a replacement: fees as they were shown, the most that the gas may cost, in wei, and the hash
 * of the outcome that was shown with them.
 */
const price = () => object({ fees: feesShape, ceiling: quantity, seen: v.exactOptional(hex) })

const revertedOf = async (key: string) => {
  const [batch, state] = await Promise.all([batchOf(key), stateOf(key)])
  const reverted = state.transactions.find(
    ({ kind, receipt }) => kind === 'call' && receipt?.status === '0x0',
  )
  return { batch, reverted }
}

/** Verbs about approved batches: cancellation, fee bump, clearing from the activity. */
export const batchVerbs = {
  /**
   * Prices the replacement of a batch's unmined transactions by dearer ones or by empty ones, or the filling of
   * the gap below it, in hex wei, with the chain's estimate of its L1 fee, and names the doubts about its fee, and how a dearer one turned out worse than what
   * was approved. `no room` where its lock could stop the dearer one, `unlisted` where the account's device would not
   * sign the cancellation, `shared` where it would end another batch. Throws 4901 if the node is silent.
   */
  priceReplacement: verb(
    () => object({ key: v.string(), by: v.picklist(['same', 'cancel', 'fill']) }),
    async ({ key, by }, { runner }) => {
      const offer = await runner.price(key, by)
      if (typeof offer === 'string') return offer
      const { chainId, from } = await batchOf(key)
      const { fees, ceiling, before, price: gasPrice, sent, written, changed = [], seen } = offer
      const [balance, usual, l1Fee] = await Promise.all([
        request(chainId, 'eth_getBalance', [from, 'latest']) as Promise<Hex>,
        readUsualPrice(chainId),
        estimateL1Fee(chainId, written.data, written.upgrade),
      ])
      const doubts = doubtsOfFee({
        ceiling: BigInt(ceiling) + l1Fee,
        price: gasPrice,
        balance: BigInt(balance),
        usual: usual ? BigInt(usual) : undefined,
        sent,
      })
      return {
        fees,
        ceiling,
        l1Fee: numberToHex(l1Fee),
        before: numberToHex(before),
        balance,
        isUsualKnown: usual !== undefined,
        doubts: [...doubtsOfChange(changed), ...doubts],
        changed,
        ...(seen ? { seen } : {}),
      }
    },
  ),

  /** Returns the data with which a locked batch reverted; null for any other. */
  revertsOf: verb(
    () => object({ key: v.string() }),
    async ({ key }) => {
      const { batch, reverted } = await revertedOf(key)
      return (reverted && (await revertsOf(batch, reverted))) ?? null
    },
  ),

  /** Returns what there would have been of a token without the locks of a batch that reverted; null if unknown. */
  wouldHave: verb(
    () => object({ key: v.string(), token: address }),
    async ({ key, token }) => {
      const { batch, reverted } = await revertedOf(key)
      return (reverted && (await wouldHave(batch, reverted, token))) ?? null
    },
  ),

  /**
   * Stops a batch; a transaction that is already signed is replaced by an empty one at its nonce, and a gap below
   * it filled, for at most the `price` that the user saw. Without a price, nothing is replaced.
   */
  cancel: verb(
    () => object({ key: v.string(), price: v.exactOptional(price()) }),
    async ({ key, price: agreed }, { runner, watch }) => {
      try {
        return await runner.cancel(key, agreed)
      } finally {
        void watch.wake()
      }
    },
  ),

  /**
   * Asks the user to approve the calls of a batch once more, now for the account to pay, where it is proven that the
   * operation that somebody else was to pay for never runs. `open`: nothing proves that; `sent`: they were approved again
   * already.
   */
  payInstead: verb(
    () => object({ key: v.string() }),
    async ({ key }) => {
      const [batch, state] = await Promise.all([batchOf(key), stateOf(key)])
      if (!neverRuns(batch, state)) return 'open'
      const { from, chainId, calls, mode } = batch
      if (!(await journal.accounts.get(from)) || !findNetwork(chainId))
        throw new Error('nothing that can be sent')
      // Repeated, it is one request until the user rejects it: no key is used twice.
      for (let turn = 0; ; turn++) {
        const id = keccak256(stringToHex(`${key} ${turn}`)).slice(2, 34)
        const row = await journal.approvals.get(id)
        if (row?.state === 'approved' || (await journal.batches.get(id))) return 'sent'
        if (row?.state === 'rejected') continue
        await askInternally(id, { from, chainId, atomicRequired: mode === 'atomic', calls })
        return 'done'
      }
    },
  ),

  /** Signs empty transactions at the unused nonces that a batch waits for, for at most the `price` that the user saw. */
  fillGap: verb(
    () => object({ key: v.string(), price: price() }),
    async ({ key, price: agreed }, { runner, watch }) => {
      try {
        return await runner.fill(key, agreed)
      } finally {
        void watch.wake()
      }
    },
  ),

  /** Ends a batch that waits for unused nonces on a local chain. */
  giveUp: verb(
    () => object({ key: v.string() }),
    async ({ key }, { runner, watch }) => {
      const outcome = await runner.giveUp(key)
      void watch.wake()
      return outcome
    },
  ),

  /** Signs and sends a batch's unmined transaction `hash` again, for at most the `price` that the user saw. */
  speedUp: verb(
    () => object({ key: v.string(), hash: hex, price: price() }),
    async ({ key, hash, price: agreed }, { runner, watch }) => {
      const outcome = await runner.speedUp(key, hash, agreed)
      void watch.wake()
      return outcome
    },
  ),

  /**
   * Hides one batch from the activity, or all that are over and what arrived. `at` (ms since 1970) names the clearing
   * for `unclear`. `live`: the batch may still change and stays listed.
   */
  clear: verb(
    () => object({ key: v.exactOptional(v.string()), at: int }),
    async ({ key, at }) => {
      if (key !== undefined) return (await clearOne(key, at)) ? 'done' : 'live'
      await Promise.all([clearOver(at), clearReceived(at)])
      return 'done'
    },
  ),

  /** Lists again what was cleared at `at` (ms since 1970). */
  unclear: verb(
    () => object({ at: int }),
    async ({ at }) => {
      await Promise.all([unclear(at), restoreReceived(at)])
      return null
    },
  ),
}
