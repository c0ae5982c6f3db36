import { numberToHex, pad, size, slice, type Address, type Hash, type Hex } from 'viem'
import type { Receipt } from '../db/batchEvent'
import { isSilence } from '../rpc/errors'
import type { SignedOperation } from '../db/userOperation'
import { nonceCall, operationFilter, operationOutcome } from '../sponsor/operationOutcome'

type Ask = <T>(method: string, params: unknown[]) => Promise<T>

/** Blocks that are searched at once, and the fewest where a node takes no more. */
const [usual, fewest] = [1_000, 10]

/** The most blocks that are searched on either side: from where an operation was signed, and up to the newest one. */
const far = 20_000

/** Blocks that are searched before the one at which it was signed: a reorg may put it there. */
const depth = 64

/** The EntryPoint's event about an operation that used a nonce; `topics[1]` is its hash. */
export type Used = { transactionHash: Hash; blockNumber: Hex; topics: Hex[]; data: Hex }

/** Returns the first event of an account's operations between two blocks that `fits`, if there is one. */
const searched = async (
  ask: Ask,
  account: Address,
  [since, end]: readonly [number, number],
  fits: (log: Used) => boolean,
): Promise<Used | undefined> => {
  const topics = [null, pad(account, { size: 32 })]
  let step = usual
  for (let from = since; from <= end;) {
    const to = Math.min(from + step - 1, end)
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    try {
      const filter = { ...operationFilter(topics), ...range }
      const found = (await ask<Used[]>('eth_getLogs', [filter])).find(fits)
      if (found) return found
      from = to + 1
    } catch (error) {
      // Some nodes take few blocks at once.
      if (isSilence(error) || step === fewest) throw error
      step = Math.max(fewest, Math.floor(step / 10))
    }
  }
  return undefined
}

/**
 * Returns the event of the operation of an account that used the nonce of `signed`, this one or another; undefined if no
 * block near `since`, in which it may have run, and none of the newest has it.
 */
export const usedBy = async (
  ask: Ask,
  account: Address,
  { signed, since }: { signed: SignedOperation; since: number },
): Promise<Used | undefined> => {
  const newest = Number(await ask<Hex>('eth_blockNumber', []))
  const isIt = ({ data }: Used) =>
    size(data) === 128 && BigInt(slice(data, 0, 32)) === BigInt(signed.nonce)
  const first = Math.max(0, since - depth)
  const last = Math.min(newest, first + far)
  const found = await searched(ask, account, [first, last], isIt)
  return found ?? searched(ask, account, [Math.max(last + 1, newest - far), newest], isIt)
}

/** Reads the nonce of an account's next operation, at a block or tag. */
export const operationNonce = async (ask: Ask, account: Address, at: Hex | 'latest') =>
  BigInt(await ask<Hex>('eth_call', [nonceCall(account), at]))

/**
 * Finds what became of a user operation on the user's own node: the receipt of the transaction that held it, with the
 * operation's own logs and success, and as the node gave it. Null as long as its nonce is not used, or if another
 * operation used it.
 */
export const findOperation = async (
  ask: Ask,
  receiptOf: (hash: Hash) => Promise<Receipt | null>,
  from: Address,
  { hash, signed, since }: { hash: Hash; signed: SignedOperation; since: number },
): Promise<{ receipt: Receipt; whole: Receipt } | null> => {
  if ((await operationNonce(ask, from, 'latest')) <= BigInt(signed.nonce)) return null
  const found = await usedBy(ask, from, { signed, since })
  const whole = found?.topics[1] === hash ? await receiptOf(found.transactionHash) : null
  const outcome = whole && operationOutcome(whole.logs, hash)
  if (!outcome) return null
  const { success, logs } = outcome
  // The transaction of a bundle succeeds though the operation failed: its own success is what the user is told.
  return { receipt: { ...whole, status: success ? '0x1' : '0x0', logs }, whole }
}
