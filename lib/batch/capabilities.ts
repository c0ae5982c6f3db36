import * as v from 'valibot'
import { object } from '../rpc/object'
import { maybe, quantity } from '../rpc/schema'
import { rpcError } from '../rpc/errors'
import { isObject } from '../values/isObject'

// The most that a chain allows is checked once the chain is known to be one of the wallet's (`checkGas`).
const gasLimitOverride = object({
  value: v.pipe(
    quantity,
    v.check((gas) => BigInt(gas) > 0n, 'must be more than zero'),
  ),
})

const isRequired = (capability: unknown): boolean =>
  capability !== null &&
  !(typeof capability === 'object' && 'optional' in capability && capability.optional === true)

/**
 * Returns the names of capabilities not marked `optional` (EIP-5792). Reads the raw object, because a schema
 * of a record drops `__proto__`.
 */
const requiredOf = (capabilities: object): string[] =>
  Object.entries(capabilities).flatMap(([name, value]) => (isRequired(value) ? [name] : []))

/** Schema of a batch's `capabilities` (EIP-5792); its output: `paymasterService`, and the names of other required ones. */
export const batchCapabilities = v.pipe(
  v.unknown(),
  maybe(v.custom<object>(isObject, 'must be an object')),
  v.transform((capabilities) => {
    const { paymasterService, ...others } = (capabilities ?? {}) as Record<string, unknown>
    return { paymasterService, required: requiredOf(others) }
  }),
)

/** Schema of a call's `capabilities`; its output: the gas limit (ERC-8132), other required ones' names. */
export const callCapabilities = v.pipe(
  v.unknown(),
  v.transform((sent: unknown) => {
    if (!isObject(sent)) return sent
    const { gasLimitOverride, ...others } = sent as Record<string, unknown>
    return { gasLimitOverride, required: requiredOf(others) }
  }),
  v.optional(object({ gasLimitOverride: maybe(gasLimitOverride), required: v.array(v.string()) })),
  v.transform((capabilities) => ({
    gas: capabilities?.gasLimitOverride?.value,
    required: capabilities?.required ?? [],
  })),
)

/** Throws 5700 with the names (at most 16) if any of these capabilities is required: none of them is supported. */
export const checkCapabilities = (required: readonly string[]): void => {
  const names = [...new Set(required)].map((name) => name.slice(0, 64))
  if (names.length > 0) throw rpcError('unsupportedCapability', names.slice(0, 16).join(', '))
}
