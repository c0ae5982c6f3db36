import { concat, numberToHex, type Address, type Hash, type Hex } from 'viem'
import type { Operation } from '../db/userOperation'
import { hashTypedData } from '../sign/hashTypedData'
import type { TypedData } from '../sign/typedData'
import { entryPoint } from './entryPoint'

/** A user operation as the EntryPoint's `handleOps` takes it (PackedUserOperation.sol), without its signature. */
export type PackedOperation = {
  sender: Address
  nonce: Hex
  initCode: Hex
  callData: Hex
  accountGasLimits: Hex
  preVerificationGas: Hex
  gasFees: Hex
  paymasterAndData: Hex
}

/** Returns a quantity as 16 bytes. Throws if it is larger. */
const half = (quantity: Hex): Hex => numberToHex(BigInt(quantity), { size: 16 })

/** Returns a user operation as the EntryPoint takes it. */
export const packOperation = (operation: Operation): PackedOperation => ({
  sender: operation.sender,
  nonce: operation.nonce,
  // The marker of an upgrade, as Alto and viem write it; the EntryPoint fills it up to an address.
  initCode: operation.factory ?? '0x',
  callData: operation.callData,
  accountGasLimits: concat([half(operation.verificationGasLimit), half(operation.callGasLimit)]),
  preVerificationGas: operation.preVerificationGas,
  gasFees: concat([half(operation.maxPriorityFeePerGas), half(operation.maxFeePerGas)]),
  paymasterAndData: concat([
    operation.paymaster,
    half(operation.paymasterVerificationGasLimit),
    half(operation.paymasterPostOpGasLimit),
    operation.paymasterData,
  ]),
})

const types = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  PackedUserOperation: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterAndData', type: 'bytes' },
  ],
}

/**
 * Returns the typed data that is signed for a user operation (EntryPoint.sol, `getUserOpHash`). In place of the
 * marker of an upgrade stands the account's `delegate`, so that under any other one the signature is not valid.
 */
export const operationTypedData = (
  chainId: number,
  operation: Operation,
  delegate: Address,
): TypedData => {
  const { nonce, preVerificationGas, ...packed } = packOperation(operation)
  return {
    types,
    primaryType: 'PackedUserOperation',
    domain: {
      name: 'ERC4337',
      version: '1',
      chainId: String(chainId),
      verifyingContract: entryPoint,
    },
    message: {
      ...packed,
      nonce: String(BigInt(nonce)),
      preVerificationGas: String(BigInt(preVerificationGas)),
      initCode: operation.factory ? delegate : '0x',
    },
  }
}

/** Returns the hash by which a user operation is signed, and by which the EntryPoint's event names it. */
export const operationHash = (chainId: number, operation: Operation, delegate: Address): Hash =>
  hashTypedData(operationTypedData(chainId, operation, delegate))
