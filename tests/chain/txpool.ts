import { isAddressEqual, keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import type { Address, Hash, Hex, TransactionSerialized } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { rpc } from './rpc.ts'

/** A transaction as a pool sees it. */
export type Pooled = {
  hash: Hash
  raw: Hex
  from: Address
  nonce: number
  feeCap: bigint
  tipCap: bigint
  authorities: Address[]
}

export type PoolRules = {
  pool: Pooled[]
  /** Reads the nonce of the account's next transaction. */
  nonceOf: (account: Address) => Promise<number>
  codeOf: (account: Address) => Promise<Hex>
  /** True for a transaction that no longer blocks its sender, although the pool still has it. */
  isLanded: (hash: Hash) => boolean
  /** Number of executable transactions that a delegated account may have: 1 in geth, 4 on Base. */
  inFlightLimit: number
}

/** Error messages of geth. */
export const refusals = {
  known: 'already known',
  nonceTooLow: 'nonce too low',
  underpriced: 'replacement transaction underpriced',
  inFlight: 'in-flight transaction limit reached for delegated accounts',
  gapped: 'gapped-nonce tx from delegated accounts',
  authorityReserved: 'authority already reserved',
} as const

/** Parses a signed transaction; undefined if the bytes are not one. */
export const readTransaction = async (raw: Hex): Promise<Pooled | undefined> => {
  try {
    const transaction = parseTransaction(raw)
    const { nonce = 0, gasPrice = 0n } = transaction
    const authorities = (transaction.authorizationList ?? []).map((authorization) =>
      recoverAuthorizationAddress({ authorization }).catch(() => []),
    )
    return {
      hash: keccak256(raw),
      raw,
      from: await recoverTransactionAddress({
        serializedTransaction: raw as TransactionSerialized,
      }),
      nonce,
      feeCap: transaction.maxFeePerGas ?? gasPrice,
      tipCap: transaction.maxPriorityFeePerGas ?? gasPrice,
      authorities: (await Promise.all(authorities)).flat(),
    }
  } catch {
    return undefined
  }
}

type Content = Record<'pending' | 'queued', Record<Address, Record<string, { hash: Hash }>>>

/** Reads the pending and queued transactions of an anvil's pool. */
export const readPool = async (url: string): Promise<Pooled[]> => {
  const { pending, queued } = await rpc<Content>(url, 'txpool_content')
  const found = [pending, queued]
    .flatMap((part) => Object.values(part))
    .flatMap((byNonce) => Object.values(byNonce))
    .map(async ({ hash }) => {
      const raw = await rpc<Hex | null>(url, 'eth_getRawTransactionByHash', [hash])
      return (raw && (await readTransaction(raw))) ?? []
    })
  return (await Promise.all(found)).flat()
}

const bumped = (price: bigint) => (price * 110n) / 100n

/** True if a replacement raises both fees by 10 %, and by at least 1 wei. */
const outbids = (sent: Pooled, old: Pooled) =>
  sent.feeCap >= bumped(old.feeCap) &&
  sent.tipCap >= bumped(old.tipCap) &&
  sent.feeCap > old.feeCap &&
  sent.tipCap > old.tipCap

const isFrom = (account: Address) => (other: Pooled) => isAddressEqual(other.from, account)

/** Returns the pooled transaction of this sender at this nonce. */
export const rivalOf = (sent: Pooled, pool: Pooled[]) =>
  pool.filter(isFrom(sent.from)).find(({ nonce }) => nonce === sent.nonce)

/** Returns the first nonce from `next` on that the account has not used in the pool. */
const followerOf = (own: Pooled[], next: number): number =>
  own.some(({ nonce }) => nonce === next) ? followerOf(own, next + 1) : next

/**
 * Returns geth's error for a transaction that anvil's pool would accept; undefined if geth's accepts it too.
 */
export const refusalOf = async (
  sent: Pooled,
  { pool, nonceOf, codeOf, isLanded, inFlightLimit }: PoolRules,
): Promise<string | undefined> => {
  if (pool.some(({ hash }) => hash === sent.hash)) return refusals.known
  const next = await nonceOf(sent.from)
  if (sent.nonce < next)
    return `${refusals.nonceTooLow}: next nonce ${next}, tx nonce ${sent.nonce}`

  const own = pool.filter(isFrom(sent.from))
  const flying = pool.filter(({ hash }) => !isLanded(hash))

  const isNamed = flying.some(({ authorities }) => authorities.includes(sent.from))
  if (isNamed || (await codeOf(sent.from)) !== '0x') {
    const following = followerOf(own, next)
    const executable = flying.filter(isFrom(sent.from)).filter(({ nonce }) => nonce < following)
    if (!executable.some(({ nonce }) => nonce === sent.nonce)) {
      if (executable.length >= inFlightLimit) return refusals.inFlight
      if (sent.nonce !== following) return refusals.gapped
    }
  }

  const isBusy = (authority: Address) => flying.filter(isFrom(authority)).length > 1
  if (sent.authorities.some(isBusy)) return refusals.authorityReserved

  const old = rivalOf(sent, pool)
  return old && !outbids(sent, old) ? refusals.underpriced : undefined
}
