import { numberToHex } from 'viem'
import type { Batch, Fees } from '../db'
import { operationCallData } from './callData'
import type { Operation } from '../db/userOperation'

/** Returns fees as an operation has them. */
export const operationFees = (
  fees: Fees,
): Pick<Operation, 'maxFeePerGas' | 'maxPriorityFeePerGas'> =>
  'gasPrice' in fees
    ? { maxFeePerGas: fees.gasPrice, maxPriorityFeePerGas: fees.gasPrice }
    : { maxFeePerGas: fees.maxFeePerGas, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }

/** The terms of a batch that its operation is made of. */
type Terms = Pick<Batch, 'from' | 'calls' | 'locks' | 'fees' | 'sponsor'>

/** Returns the operation of a batch by its terms. Throws if it has no sponsor or no deadline. */
export const operationOf = (
  { from, calls, locks, fees, sponsor }: Terms,
  { nonce, upgrade, deadline }: { nonce: bigint; upgrade: boolean; deadline: number },
): Operation => {
  if (!sponsor) throw new Error('nobody pays for the operation')
  return {
    sender: from,
    nonce: numberToHex(nonce),
    ...(upgrade ? ({ factory: '0x7702', factoryData: '0x' } as const) : {}),
    callData: operationCallData({ calls, ...(locks ? { locks } : {}) }, deadline),
    callGasLimit: sponsor.callGasLimit,
    verificationGasLimit: sponsor.verificationGasLimit,
    preVerificationGas: sponsor.preVerificationGas,
    ...operationFees(fees),
    paymaster: sponsor.paymaster,
    paymasterVerificationGasLimit: sponsor.paymasterVerificationGasLimit,
    paymasterPostOpGasLimit: sponsor.paymasterPostOpGasLimit,
    paymasterData: sponsor.data,
  }
}
