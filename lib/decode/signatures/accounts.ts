import {
  decodeFunctionData,
  getAddress,
  isAddressEqual,
  parseAbi,
  size,
  slice,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { readCall } from '../read'
import { readingOf, type Leaving, type SignedCall } from './reading'
import { itself, token, unlessZero, type SignatureType } from './type'

/** Returns a call that somebody else sends in the name of `from`, read as far as its data can be. */
export const callOf = (
  { from, to, value, data }: Pick<SignedCall, 'from' | 'to' | 'value' | 'data'>,
  chainId: number,
  isDelegated = false,
): SignedCall => {
  const reading = readCall({ from, to, value: `0x${value.toString(16)}`, data }, chainId)
  return { from, to, value, data, isDelegated, reading }
}

/** MultiSend and MultiSendCallOnly, versions 1.3 to 1.5 (@safe-global/safe-deployments 1.37.56). */
const multiSends: readonly Address[] = [
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
  '0x998739BFdAAdde7C933B942a68053933098f9EDa',
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  '0x218543288004CD07832472D464648173c77D7eB7',
  '0xA83c336B20401Af773B6219BA5027174338D1836',
]

const abi = parseAbi(['function multiSend(bytes transactions)'])

/** Splits what MultiSend takes: operation, receiver, value, length and data of each call, packed. */
const packedCalls = (safe: Address, packed: Hex, chainId: number): SignedCall[] => {
  const calls: SignedCall[] = []
  for (let at = 0; at < size(packed);) {
    const operation = Number(slice(packed, at, at + 1))
    const to = getAddress(slice(packed, at + 1, at + 21))
    const value = BigInt(slice(packed, at + 21, at + 53))
    const length = Number(slice(packed, at + 53, at + 85))
    const end = at + 85 + length
    if (operation > 1 || end > size(packed)) throw new Error('no packed call')
    const data: Hex = length === 0 ? '0x' : slice(packed, at + 85, end)
    calls.push(callOf({ from: safe, to, value, data }, chainId, operation === 1))
    at = end
  }
  return calls
}

const callsOf = (safe: Address, call: SignedCall, chainId: number): SignedCall[] => {
  const isMulti = call.isDelegated && multiSends.some((known) => isAddressEqual(known, call.to))
  if (!isMulti) return [call]
  try {
    return packedCalls(safe, decodeFunctionData({ abi, data: call.data }).args[0], chainId)
  } catch {
    // It stays code that runs as the account, which nobody can read.
    return [call]
  }
}

/**
 * A transaction of a Safe, of which the signer is an owner (@safe-global/protocol-kit 8.0.7,
 * src/utils/eip-712). The Safe pays back gas where it names a price, as much as that makes.
 */
const safe: SignatureType = {
  type:
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,' +
    'uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
  isFor: itself,
  read: (message, { verifier, chainId }) => {
    const operation = message.number('operation')
    if (operation > 1n) return undefined
    const given = { from: verifier, to: message.address('to'), value: message.number('value') }
    const data = message.bytes('data')
    const call = callOf({ ...given, data }, chainId, operation === 1n)
    const paidIn = message.address('gasToken')
    const refund: Leaving = {
      asset: isAddressEqual(paidIn, zeroAddress) ? { kind: 'coin' } : token(paidIn),
      amount: null,
      from: verifier,
      to: unlessZero(message.address('refundReceiver'), null),
      how: 'moves',
      until: null,
    }
    return readingOf('Safe', 'call', {
      calls: callsOf(verifier, call, chainId),
      deals: message.number('gasPrice') === 0n ? [] : [{ leaves: [refund], returns: [] }],
    })
  },
}

const forward = (extra: string, end: string | undefined): SignatureType => ({
  type: `ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,${extra})`,
  isFor: itself,
  read: (message, { chainId }) => {
    const call = {
      from: message.address('from'),
      to: message.address('to'),
      value: message.number('value'),
      data: message.bytes('data'),
    }
    const until = end === undefined ? null : message.number(end)
    return readingOf('ERC-2771', 'call', { calls: [callOf(call, chainId)], until })
  },
})

/** Calls that others send in the signer's name: Safe, ERC-2771 forwarders, meta-transactions. */
export const accountTypes: readonly SignatureType[] = [
  safe,
  // OpenZeppelin 4, contracts/metatx/MinimalForwarder.sol
  forward('bytes data', undefined),
  // OpenZeppelin 5, contracts/metatx/ERC2771Forwarder.sol
  forward('uint48 deadline,bytes data', 'deadline'),
  // github.com/opengsn/gsn, contracts/src/forwarder/Forwarder.sol; validUntilTime is in seconds
  forward('bytes data,uint256 validUntilTime', 'validUntilTime'),
  {
    // github.com/maticnetwork/pos-portal, contracts/common/NativeMetaTransaction.sol; biconomy has it too
    type: 'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
    isFor: itself,
    read: (message, { verifier, chainId }) => {
      const from = message.address('from')
      const data = message.bytes('functionSignature')
      return readingOf('Meta-transaction', 'call', {
        calls: [callOf({ from, to: verifier, value: 0n, data }, chainId)],
      })
    },
  },
]
