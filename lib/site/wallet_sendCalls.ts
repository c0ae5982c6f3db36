import * as v from 'valibot'
import { object } from '../rpc/object'
import { approveBatch, batchDecision } from '../batch/approveBatch'
import { batchCapabilities, callCapabilities, checkCapabilities } from '../batch/capabilities'
import {
  checkAtomicity,
  checkChain,
  checkGas,
  checkOwnAccounts,
  checkSize,
  checkSponsoring,
} from '../batch/checkBatch'
import { batchOf, isTaken, randomId } from '../batch/journal'
import { rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'
import { address, chainId, hex, maybe, quantity, recipient } from '../rpc/schema'
import { checkServiceUrl, paymasterOn, type PaymasterService } from '../sponsor/capability'

/** Checked before all other fields: an unknown version (-32000) may define the rest differently. */
const version = v.custom<'2.0.0'>((value: unknown) => {
  if (value === undefined || value === null) return false
  if (value === '2.0.0') return true
  throw rpcError('versionNotSupported', `got ${JSON.stringify(value).slice(0, 64)}, expected 2.0.0`)
}, 'must be the string 2.0.0')

const byteLength = (id: string): number =>
  /^0x([0-9a-fA-F]{2})+$/.test(id) ? (id.length - 2) / 2 : new TextEncoder().encode(id).length

const batchId = v.pipe(
  v.string(),
  v.check(
    (id) => byteLength(id) >= 1 && byteLength(id) <= 4096,
    'must be a string of 1 to 4096 bytes',
  ),
)

const call = object({
  to: recipient,
  value: v.optional(quantity, '0x0'),
  data: v.optional(hex, '0x'),
  capabilities: callCapabilities,
})

const paymasterIn = (
  { paymasterService }: { paymasterService: unknown },
  chainId: string,
): { paymaster?: PaymasterService } => {
  const paymaster = paymasterOn(paymasterService, chainId)
  return paymaster ? { paymaster } : {}
}

const request = v.pipe(
  object({
    version,
    id: maybe(batchId),
    from: address,
    chainId,
    atomicRequired: v.boolean(),
    calls: v.pipe(v.array(call), v.minLength(1, 'must hold at least one call')),
    capabilities: batchCapabilities,
  }),
  v.transform(({ id, from, chainId, atomicRequired, calls, capabilities }) => ({
    id,
    from,
    atomicRequired,
    ...paymasterIn(capabilities, chainId),
    chainId: Number(chainId),
    calls: calls.map(({ to, value, data, capabilities: { gas } }) => ({
      to,
      value,
      data,
      ...(gas ? { gas } : {}),
    })),
    required: [...capabilities.required, ...calls.flatMap((one) => one.capabilities.required)],
  })),
)

/** EIP-5792 `wallet_sendCalls`, version 2.0.0: asks the user and returns the batch's ID. */
export const wallet_sendCalls = defineMethod({
  name: 'wallet_sendCalls',
  params: v.pipe(
    v.array(v.unknown()),
    v.length(1, 'must hold exactly one object'),
    v.strictTuple([request]),
  ),
  result: object({ id: v.string(), batchId: v.string(), status: v.literal('pending') }),
  decision: batchDecision,
  account: ([{ from }]) => from,
  async handle([batch], site) {
    const { id, from } = batch
    const row = await site.ask({
      async check() {
        checkChain(batch.chainId, site)
        if (batch.paymaster) checkServiceUrl(batch.paymaster, site.origin)
        checkCapabilities(batch.required)
        await checkSponsoring(batch)
        await checkGas(batch)
        checkSize(batch)
        checkOwnAccounts(batch, site)
        await checkAtomicity(batch)
      },
      ...(id === undefined
        ? {}
        : {
            reserve: {
              key: `${site.origin} ${from} ${id}`,
              taken: () => isTaken(site.origin, from, id),
              error: () => rpcError('duplicateId'),
            },
          }),
    })
    const { id: batchId } = await batchOf(row.id)
    return { id: batchId, batchId, status: 'pending' as const }
  },
  freeze: (row, [batch], decision) => approveBatch(row, batch, batch.id ?? randomId(), decision),
})
