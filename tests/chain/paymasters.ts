import {
  concat,
  encodeDeployData,
  encodeFunctionData,
  numberToHex,
  parseAbi,
  parseEther,
  type Address,
  type Hex,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { compile } from './compile.ts'
import { development } from './development.ts'
import { rpc } from './rpc.ts'

/** Who signs for the paymaster that pays for what was signed. */
const signer = mnemonicToAccount(development.phrase, { addressIndex: 7 })

/** Charge of a token paymaster for 10^18 wei, in raw units of its token. */
const tokenPerNative = 2_000_000_000n

const deposit = encodeFunctionData({ abi: parseAbi(['function deposit() payable']) })

/** Deploys a paymaster that signs, and one that takes tokens; each has ether in the EntryPoint. */
export const deployPaymasters = async (
  url: string,
  from: Address,
  token: Address,
): Promise<{ signing: Address; takesTokens: Address }> => {
  const { SigningPaymaster, TokenPaymaster } = await compile('sponsored')
  if (!SigningPaymaster || !TokenPaymaster) throw new Error('The paymasters were not compiled.')
  const send = async (transaction: object) => {
    const asked = { from, gas: '0x3d0900', ...transaction }
    const hash = await rpc<Hex>(url, 'eth_sendTransaction', [asked])
    await rpc(url, 'evm_mine')
    return rpc<{ contractAddress: Address; status: Hex }>(url, 'eth_getTransactionReceipt', [hash])
  }
  const create = async (data: Hex) => {
    const { contractAddress } = await send({ data })
    const value = numberToHex(parseEther('10'))
    const { status } = await send({ to: contractAddress, data: deposit, value })
    if (status !== '0x1') throw new Error('A paymaster has no deposit.')
    return contractAddress
  }
  return {
    signing: await create(encodeDeployData({ ...SigningPaymaster, args: [signer.address] })),
    takesTokens: await create(
      encodeDeployData({ ...TokenPaymaster, args: [token, tokenPerNative] }),
    ),
  }
}

const types = {
  UserOperationRequest: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterVerificationGasLimit', type: 'uint256' },
    { name: 'paymasterPostOpGasLimit', type: 'uint256' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
  ],
} as const

/** The fields of an operation that a paymaster's service signs, in hex. */
type Wire = Record<
  | 'sender'
  | 'nonce'
  | 'callData'
  | 'callGasLimit'
  | 'verificationGasLimit'
  | 'preVerificationGas'
  | 'maxFeePerGas'
  | 'maxPriorityFeePerGas',
  Hex
> & { factory?: Hex }

const pair = (high: Hex, low: Hex) =>
  concat([numberToHex(BigInt(high), { size: 16 }), numberToHex(BigInt(low), { size: 16 })])

/** Gas that the paymasters take to look at an operation, and to charge for it. */
const gas = { verification: 150_000n, postOp: 100_000n }

const limits = {
  paymasterVerificationGasLimit: numberToHex(gas.verification),
  paymasterPostOpGasLimit: numberToHex(gas.postOp),
}

/** Data without a time, and with a signature that fits nobody. */
const unsigned = concat(['0x000000000000000000000000', `0x${'11'.repeat(64)}1b`])

const signedData = async (
  operation: Wire,
  paymaster: Address,
  chainId: number,
  validUntil: number,
): Promise<Hex> => {
  const signature = await signer.signTypedData({
    types,
    primaryType: 'UserOperationRequest',
    domain: { name: 'SigningPaymaster', version: '1', chainId, verifyingContract: paymaster },
    message: {
      sender: operation.sender,
      nonce: BigInt(operation.nonce),
      initCode: operation.factory ?? '0x',
      callData: operation.callData,
      accountGasLimits: pair(operation.verificationGasLimit, operation.callGasLimit),
      preVerificationGas: BigInt(operation.preVerificationGas),
      gasFees: pair(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
      paymasterVerificationGasLimit: gas.verification,
      paymasterPostOpGasLimit: gas.postOp,
      validAfter: 0,
      validUntil,
    },
  })
  return concat(['0x000000000000', numberToHex(validUntil, { size: 6 }), signature])
}

/**
 * Answers as a paymaster's service does (ERC-7677); undefined for any other method. It pays for ever, or as long as the
 * context says (`validUntil`, in seconds since 1970).
 */
export const paymasterAnswer = async (
  method: string,
  [operation, , chainId, context]: unknown[],
  paymaster: Address,
  isSigning: boolean,
): Promise<object | undefined> => {
  if (method === 'pm_getPaymasterStubData')
    return { paymaster, paymasterData: isSigning ? unsigned : '0x', ...limits, isFinal: !isSigning }
  if (method !== 'pm_getPaymasterData') return undefined
  const { validUntil = 0 } = (context ?? {}) as { validUntil?: number }
  const paymasterData = isSigning
    ? await signedData(operation as Wire, paymaster, Number(chainId), validUntil)
    : '0x'
  return { paymaster, paymasterData, ...limits }
}
