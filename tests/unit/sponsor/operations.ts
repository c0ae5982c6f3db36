import type { Hex } from 'viem'
import type { Operation } from '@/lib/db/userOperation'
import { alice, stranger } from '../accounts'

/** An operation with a different value in each field. */
export const operation: Operation = {
  sender: alice,
  nonce: '0x7',
  callData: '0x34fcd5be',
  callGasLimit: '0x1d4c0',
  verificationGasLimit: '0x186a0',
  preVerificationGas: '0xc350',
  maxFeePerGas: '0x3b9aca00',
  maxPriorityFeePerGas: '0xf4240',
  paymaster: stranger,
  paymasterVerificationGasLimit: '0x249f0',
  paymasterPostOpGasLimit: '0x1',
  paymasterData: '0xbeef',
}

/** The operation of an account that is upgraded by it. */
export const upgrading: Operation = { ...operation, factory: '0x7702', factoryData: '0x' }

/** A value that no field of 16 bytes can hold. */
export const tooLarge: Hex = `0x1${'00'.repeat(16)}`
