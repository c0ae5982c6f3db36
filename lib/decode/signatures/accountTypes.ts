import { zeroAddress, type Address } from 'viem'
import { isMultiSend, unpacked } from '../multiSend'
import { readCall, unreadAt } from '../read'
import { signatureContentOf, type Leaving, type SignedCall } from './signatureReading'
import { itself, token, unlessZero, type SignatureType } from './type'
import { sameAddress } from '../../values/address'

/** Returns a call that somebody else sends in the name of `from`, read as far as its data can be. */
export const callOf = (
  { from, to, value, data }: Pick<SignedCall, 'from' | 'to' | 'value' | 'data'>,
  chainId: number,
  isDelegated = false,
): SignedCall => {
  const reading = isDelegated
    ? unreadAt(data)
    : readCall({ from, to, value: `0x${value.toString(16)}`, data }, chainId)
  return { from, to, value, data, isDelegated, reading }
}

const callsOf = (safe: Address, call: SignedCall, chainId: number): SignedCall[] => {
  const several =
    call.isDelegated && isMultiSend(call.to) ? unpacked(call.to, safe, call.data) : undefined
  // Otherwise it stays code that runs as the account, which nobody can read.
  if (!several) return [call]
  return several.map(({ from, to, value = 0n, data, isDelegated }) =>
    callOf({ from, to, value, data }, chainId, isDelegated),
  )
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
      asset: sameAddress(paidIn, zeroAddress) ? { kind: 'coin' } : token(paidIn),
      amount: null,
      from: verifier,
      to: unlessZero(message.address('refundReceiver'), null),
      how: 'moves',
      until: null,
    }
    return signatureContentOf('Safe', 'call', {
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
    return signatureContentOf('ERC-2771', 'call', { calls: [callOf(call, chainId)], until })
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
      return signatureContentOf('Meta-transaction', 'call', {
        calls: [callOf({ from, to: verifier, value: 0n, data }, chainId)],
      })
    },
  },
]
