import type { Hex } from 'viem'
import * as v from 'valibot'
import { maybe, quantity } from '../rpc/schema'

/** The most gas of each part of an operation: what a transaction may take where EIP-7825 holds. */
const most = 16_777_216n

/** A gas limit as a service gives it, in hex. */
export const gasLimit = v.pipe(
  quantity,
  v.check((gas: Hex) => BigInt(gas) <= most),
)

/** The paymaster's gas limits, of which it may leave one to the bundler, and the bundler to nobody. */
export const paymasterLimits = {
  paymasterVerificationGasLimit: maybe(gasLimit),
  paymasterPostOpGasLimit: maybe(gasLimit),
}
