import * as v from 'valibot'
import { object } from '../rpc/object'
import { approveBatch, batchDecision } from '../batch/approveBatch'
import { checkChain, checkOwnAccounts, checkSize } from '../batch/checkBatch'
import { until } from '../batch/journal'
import type { State } from '../batch/state'
import { requestOf, type Suggested } from '../batch/batchRequest'
import type { Call } from '../db'
import { rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'
import { chainId, address, hex, hexText, maybe, quantity, recipient } from '../rpc/schema'

const isPlain = (value: unknown) => value === undefined || value === null

/** EIP-2681 bounds nonces. */
const nonce = v.pipe(
  quantity,
  v.check((text) => BigInt(text) < 2n ** 64n, 'must be below 2^64'),
)

/** Returns the fields that are present; undefined if none is. */
const present = (fields: Suggested): Suggested | undefined => {
  const found = Object.entries(fields).filter(([, value]) => value !== undefined)
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** Schema of a transaction. Type 4 (EIP-7702) is refused: only the wallet itself signs authorizations. */
const transaction = v.pipe(
  object({
    from: address,
    to: maybe(recipient),
    value: maybe(quantity),
    data: maybe(hex),
    input: maybe(hex),
    gas: maybe(quantity),
    nonce: maybe(nonce),
    gasPrice: maybe(quantity),
    maxFeePerGas: maybe(quantity),
    maxPriorityFeePerGas: maybe(quantity),
    chainId: maybe(chainId),
    type: maybe(
      v.pipe(
        v.string(),
        v.check((type) => Number(type) !== 4, 'must not be 0x4: use wallet_sendCalls'),
      ),
    ),
    authorizationList: v.optional(
      v.pipe(v.unknown(), v.check(isPlain, 'must be absent: use wallet_sendCalls')),
    ),
  }),
  v.forward(
    v.check(
      ({ data, input }) => !data || !input || data === input,
      'must be the same as input where both are given',
    ),
    ['data'],
  ),
)

const request = v.pipe(
  transaction,
  v.transform(({ from, to, value, data, input, gas, chainId, ...others }) => ({
    from,
    atomicRequired: false,
    chainId: chainId === undefined ? undefined : Number(chainId),
    calls: [{ to: to ?? null, value: value ?? '0x0', data: data ?? input ?? '0x' }] as Call[],
    suggestedGas: gas,
    suggested: present({
      gas,
      nonce: others.nonce,
      gasPrice: others.gasPrice,
      maxFeePerGas: others.maxFeePerGas,
      maxPriorityFeePerGas: others.maxPriorityFeePerGas,
    }),
  })),
)

/**
 * Returns the transaction's hash once it is signed and on disk, undefined before. Throws 4001 if the user
 * stopped the batch or refused it when asked again, -32000 if it ended unsigned for another reason.
 */
const hashOf = ({ transactions: [first], stopped }: State) => {
  if (first) return first.hash
  if (stopped === 'user' || stopped === 'refused') throw rpcError('userRejected')
  if (stopped) throw rpcError('notSigned', stopped)
  return undefined
}

/** EIP-1474 `eth_sendTransaction`: runs as a batch of one call. The site's nonce and fees are shown, not used. */
export const eth_sendTransaction = defineMethod({
  name: 'eth_sendTransaction',
  params: v.tuple([request]),
  result: hexText,
  decision: batchDecision,
  account: ([{ from }]) => from,
  async handle([sent], site) {
    const batch = { ...sent, chainId: sent.chainId ?? site.chainId }
    const row = await site.ask({
      params: [batch],
      check() {
        checkChain(batch.chainId, site)
        checkSize(batch)
        checkOwnAccounts(batch, site)
      },
    })
    return until(row.id, hashOf)
  },
  freeze: (row, _params, decision) => approveBatch(row, requestOf(row), row.id, decision),
})
