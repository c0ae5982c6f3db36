import { concat, numberToHex, type Address, type Hash, type Hex } from 'viem'
import type { Operation } from '../db/userOperation'
import { hashTypedData } from '../sign/hashTypedData'
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

/** The limits of gas of an operation, all of which may be paid for. */
export const limitNames = [
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
] as const

/** Returns quantities as 16 bytes each. Throws if one is larger. */
const halves = (...quantities: Hex[]): Hex =>
  concat(quantities.map((quantity) => numberToHex(BigInt(quantity), { size: 16 })))

/** Returns a user operation as the EntryPoint takes it. */
export const packOperation = (operation: Operation): PackedOperation => ({
  sender: operation.sender,
  nonce: operation.nonce,
  // The marker of an upgrade, as Alto and viem write it; the EntryPoint fills it up to an address.
  initCode: operation.factory ?? '0x',
  callData: operation.callData,
  accountGasLimits: halves(operation.verificationGasLimit, operation.callGasLimit),
  preVerificationGas: operation.preVerificationGas,
  gasFees: halves(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
  paymasterAndData: concat([
    operation.paymaster,
    halves(operation.paymasterVerificationGasLimit, operation.paymasterPostOpGasLimit),
    operation.paymasterData,
  ]),
})

/** Returns the fields or parameters that a text lists, each with its type and, where it has one, its name. */
export const fieldsIn = (text: string): { type: string; name: string }[] =>
  text.split(', ').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { type, name }
  })

/** `PackedUserOperation` without its signature, in the order of its fields. */
export const packedFields = fieldsIn(
  'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData',
)

const types = {
  EIP712Domain: fieldsIn('string name, string version, uint256 chainId, address verifyingContract'),
  PackedUserOperation: packedFields,
}

/**
 * Returns the hash by which a user operation is signed (EntryPoint.sol, `getUserOpHash`), and by which the EntryPoint's
 * event names it. In place of the marker of an upgrade stands the account's `delegate`, so that under any other one the
 * signature is not valid.
 */
export const operationHash = (chainId: number, operation: Operation, delegate: Address): Hash =>
  hashTypedData({
    types,
    primaryType: 'PackedUserOperation',
    domain: {
      name: 'ERC4337',
      version: '1',
      chainId: String(chainId),
      verifyingContract: entryPoint,
    },
    // Integers in hex are hashed as those in decimals.
    message: { ...packOperation(operation), initCode: operation.factory ? delegate : '0x' },
  })
