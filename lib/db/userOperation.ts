import type { Address, Hex } from 'viem'

/**
 * A user operation of EntryPoint 0.8 that a paymaster pays for, in the form that bundlers and paymasters take
 * (ERC-7769): quantities in hex. `factory` is there while the account has yet to be upgraded.
 */
export type Operation = {
  sender: Address
  /** Nonce of the account in the EntryPoint, which is not that of its transactions. */
  nonce: Hex
  factory?: '0x7702'
  factoryData?: '0x'
  callData: Hex
  callGasLimit: Hex
  verificationGasLimit: Hex
  preVerificationGas: Hex
  maxFeePerGas: Hex
  maxPriorityFeePerGas: Hex
  paymaster: Address
  paymasterVerificationGasLimit: Hex
  paymasterPostOpGasLimit: Hex
  paymasterData: Hex
}

/** An EIP-7702 authorization as bundlers take it (ERC-7769). */
export type OperationAuthorization = {
  address: Address
  chainId: Hex
  nonce: Hex
  r: Hex
  s: Hex
  yParity: Hex
}

/** A signed user operation: these fields, in this order, are what is stored and what is sent. */
export type SignedOperation = Operation & { signature: Hex; eip7702Auth?: OperationAuthorization }
