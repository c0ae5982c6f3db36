import { fail, find } from '../approvals/approvals'
import { internalOrigin } from '../approvals/internalOrigin'
import { blockFingerprint, type BlockFingerprint } from '../batch/blockFingerprint'
import { editedRequest } from '../batch/edits'
import { requestOf } from '../batch/batchRequest'
import type { Approval } from '../db'
import { findNetwork } from '../network/networks'
import { request as askNode } from '../network/node'
import { errors, isRpcError, toWire } from '../rpc/errors'
import { ownPaymaster } from '../sponsor/ownServices'
import { quoteBatch } from '../simulate/quoteBatch'
import type { Quote } from '../simulate/quote'
import type { PaymasterService } from '../sponsor/capability'
import type { AskedAhead, QuoteParams } from './quotes'

/** Error codes that end a request for good, found only by asking the node. */
const impossible: number[] = [
  errors.unsupportedCapability[0],
  errors.unsupportedChain[0],
  errors.batchTooLarge[0],
  errors.atomicityNotSupported[0],
]

const pendingRow = async (id: string): Promise<Approval> => {
  const row = await find(id)
  if (row?.state !== 'pending') throw new Error('no such request')
  return row
}

/** Tells if every answer of the service at a URL can be read. */
type IsOpen = (url: string) => Promise<boolean>

const isEveryOpen: IsOpen = () => Promise.resolve(true)

/** Returns who may pay for a batch in place of the user: whom the site names, or the user's own service. */
const payerOf = async (row: Approval): Promise<PaymasterService | undefined> => {
  const { paymaster, revokes, chainId } = requestOf(row)
  // A site that sends a transaction waits for its hash. Whoever was not to pay when the batch was approved cannot be
  // put in at a second approval.
  const isBatch = row.method === 'wallet_sendCalls' || row.origin === internalOrigin
  const isFree = isBatch && !revokes && !row.again
  return paymaster ?? (isFree ? ownPaymaster(chainId) : undefined)
}

const quoteOf = async (
  row: Approval,
  { mode, fee, edits, lock, paysOneself }: QuoteParams,
  payer: PaymasterService | undefined,
  isOpen: IsOpen,
): Promise<Quote> => {
  const { paymaster: _, ...own } = requestOf(row)
  const paymaster = payer && { ...payer, isClosed: !(await isOpen(payer.url)) }
  // Who pays is the user's choice only where the site says so.
  const asked = paymaster && !(paysOneself && paymaster.optional) ? { ...own, paymaster } : own
  const request = edits ? editedRequest(asked, edits) : asked
  // A single call that the user pays for, in place of somebody else, needs no executor.
  const kept = row.again && !(paysOneself && asked.calls.length === 1) ? row.again.mode : mode
  const found = await quoteBatch(request, kept, row.again?.key, fee, {
    ...lock,
    ...(row.method === 'wallet_sendCalls' ? { isSingle: true } : {}),
  })
  const quote = edits ? { ...found, edits } : found
  // At a second approval the user cannot choose the mode.
  return row.again ? { ...quote, modes: [quote.mode] } : quote
}

/**
 * Quotes a waiting batch before anybody looks at it. One that can never run is left to whoever looks, to be told; so
 * is one that somebody else may pay for, as nobody is asked to pay before that is on the screen. Throws for both.
 */
const quoteAhead = async (row: Approval): Promise<Quote> => {
  if (await payerOf(row)) throw new Error('quoted once its page is open')
  return quoteOf(row, { id: row.id }, undefined, isEveryOpen)
}

/**
 * Quotes a waiting batch. A batch that can never run is answered with its error code; one that waits for a
 * second approval stays pending, because its obstacle may go.
 */
export const quoteRow = async (
  params: QuoteParams,
  isOpen: IsOpen = isEveryOpen,
): Promise<Quote> => {
  const row = await pendingRow(params.id)
  try {
    return await quoteOf(row, params, await payerOf(row), isOpen)
  } catch (error) {
    if (!row.again && isRpcError(error) && impossible.includes(error.code))
      await fail(row.id, toWire(error))
    throw error
  }
}

type Block = Parameters<typeof blockFingerprint>[0]

const chainOf = async (id: string): Promise<number> => requestOf(await pendingRow(id)).chainId

const headOf = async (chainId: number): Promise<BlockFingerprint> => {
  const block = (tag: string) =>
    askNode(chainId, 'eth_getBlockByNumber', [tag, false]) as Promise<Block>
  // Some nodes do not serve the `pending` block.
  return blockFingerprint((await block('pending')) ?? (await block('latest')), null)
}

/**
 * Fingerprint of the pending block on a request's chain; one RPC call, two if the node has no pending
 * block.
 */
export const pendingHead = async ({ id }: { id: string }): Promise<BlockFingerprint> =>
  headOf(await chainOf(id))

/** Returns what a waiting batch is quoted by before a page asks, from its row as it was just read. */
export const aheadOf = (row: Approval): AskedAhead => ({
  quote: () => quoteAhead(row),
  head: () => headOf(requestOf(row).chainId),
})

/** Returns the refresh interval of a request's network, in ms. */
export const refreshOf = async ({ id }: { id: string }): Promise<number> =>
  findNetwork(await chainOf(id))?.refresh ?? 1_000
