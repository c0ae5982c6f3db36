import type { Address } from 'viem'
import type { Operation } from '@/lib/db/userOperation'
import { stranger } from '../accounts'

/** Returns a user operation of an account, that a paymaster pays for. */
export const someOperation = (sender: Address): Operation => ({
  sender,
  nonce: '0x5',
  callData: '0x1234',
  callGasLimit: '0x5208',
  verificationGasLimit: '0x5209',
  preVerificationGas: '0x520a',
  maxFeePerGas: '0xa',
  maxPriorityFeePerGas: '0x1',
  paymaster: stranger,
  paymasterVerificationGasLimit: '0x10',
  paymasterPostOpGasLimit: '0x20',
  paymasterData: '0xab',
})
