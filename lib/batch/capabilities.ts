import * as z from 'zod/mini'
import { maybe, quantity } from '../rpc/schema'
import { rpcError } from '../rpc/errors'
import { isObject } from '../values/isObject'

// The most that a chain allows is checked once the chain is known to be one of the wallet's (`checkGas`).
const gasLimitOverride = z.object({
  value: quantity.check(z.refine((gas) => BigInt(gas) > 0n, 'must be more than zero')),
})

const isRequired = (capability: unknown): boolean =>
  capability !== null &&
  !(typeof capability === 'object' && 'optional' in capability && capability.optional === true)

/**
 * Returns the names of capabilities not marked `optional` (EIP-5792). Reads the raw object, because a zod
 * record drops `__proto__`.
 */
const requiredOf = (capabilities: object): string[] =>
  Object.entries(capabilities).flatMap(([name, value]) => (isRequired(value) ? [name] : []))

/** Schema of a batch's `capabilities` (EIP-5792); its output: `paymasterService`, and the names of other required ones. */
export const batchCapabilities = z.pipe(
  maybe(z.custom<object>(isObject, 'must be an object')),
  z.transform((capabilities) => {
    const { paymasterService, ...others } = (capabilities ?? {}) as Record<string, unknown>
    return { paymasterService, required: requiredOf(others) }
  }),
)

/** Schema of a call's `capabilities`; its output: the gas limit (ERC-8132), other required ones' names. */
export const callCapabilities = z.pipe(
  z.transform((sent: unknown) => {
    if (!isObject(sent)) return sent
    const { gasLimitOverride, ...others } = sent as Record<string, unknown>
    return { gasLimitOverride, required: requiredOf(others) }
  }),
  z.pipe(
    z.optional(
      z.object({ gasLimitOverride: maybe(gasLimitOverride), required: z.array(z.string()) }),
    ),
    z.transform((capabilities) => ({
      gas: capabilities?.gasLimitOverride?.value,
      required: capabilities?.required ?? [],
    })),
  ),
)

/** Throws 5700 with the names (at most 16) if any of these capabilities is required: none of them is supported. */
export const checkCapabilities = (required: readonly string[]): void => {
  const names = [...new Set(required)].map((name) => name.slice(0, 64))
  if (names.length > 0) throw rpcError('unsupportedCapability', names.slice(0, 16).join(', '))
}
