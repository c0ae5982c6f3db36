import type { Hash } from 'viem'
import { ask } from './preconfirmNode.ts'
import { rpc } from './rpc.ts'
import { readPool } from './txpool.ts'

/**
 * Refills an anvil's pool in the same order, without `leftOut`. anvil itself never promotes a transaction
 * that waited for a nonce which an authorization used, and drops the followers of a dropped transaction.
 */
export const repool = async (url: string, leftOut?: Hash) => {
  const pool = await readPool(url)
  if (leftOut && !pool.some(({ hash }) => hash === leftOut))
    throw new Error(`No transaction ${leftOut} waits to be dropped.`)
  const { transactions } = await rpc<{ transactions: Hash[] }>(url, 'eth_getBlockByNumber', [
    'pending',
    false,
  ])
  const placeOf = (hash: Hash) =>
    transactions.includes(hash) ? transactions.indexOf(hash) : Infinity
  const ordered = pool
    .filter(({ hash }) => hash !== leftOut)
    .sort((a, b) => placeOf(a.hash) - placeOf(b.hash) || a.nonce - b.nonce)
  await rpc(url, 'anvil_dropAllTransactions')
  for (const { raw } of ordered) await ask(url, 'eth_sendRawTransaction', [raw])
}

/** True if the pool has queued transactions, which wait for a lower nonce. */
export const hasQueued = async (url: string) =>
  Number((await rpc<{ queued: string }>(url, 'txpool_status')).queued) > 0
