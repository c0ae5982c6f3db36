import { zeroAddress, type Address } from 'viem'
import { isMultiSend, unpacked } from '../multiSend'
import { readCall, unreadAt } from '../read'
import type { Fields } from './fields'
import {
  signatureContentOf,
  type Leaving,
  type SignatureContent,
  type SignedCall,
  type SignedRelay,
} from './signatureReading'
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
  // Any other call stays code that runs as the account, which nobody can read.
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

const request = 'address from,address to,uint256 value,uint256 gas,uint256 nonce'

const forwarded = (standard: string, message: Fields, chainId: number, until: bigint | null) => {
  const call = {
    from: message.address('from'),
    to: message.address('to'),
    value: message.number('value'),
    data: message.bytes('data'),
  }
  return signatureContentOf(standard, 'call', { calls: [callOf(call, chainId)], until })
}

/** A request of OpenZeppelin's forwarders. */
const forward = (extra: string, end: string | undefined): SignatureType => ({
  type: `ForwardRequest(${request},${extra})`,
  isFor: itself,
  read: (message, { chainId }) =>
    forwarded('ERC-2771', message, chainId, end === undefined ? null : message.number(end)),
})

/** How a request of GSN ends, by version: never, after a block, or at a time in seconds; 0 is never. */
const ends = {
  none: '',
  block: ',uint256 validUntil',
  time: ',uint256 validUntilTime',
} as const

type End = keyof typeof ends

const endOf = (end: End, message: Fields): bigint | null => {
  if (end !== 'time') return null
  const time = message.number('validUntilTime')
  return time === 0n ? null : time
}

/** Fields for a relay's gas and its fee beyond that, by version of GSN. */
const fees = {
  2: 'uint256 gasPrice,uint256 pctRelayFee,uint256 baseRelayFee',
  3: 'uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 transactionCalldataGasUsed',
} as const

const relayOf = (data: Fields, version: keyof typeof fees): SignedRelay => ({
  worker: data.address('relayWorker'),
  paymaster: data.address('paymaster'),
  gasPrice: data.number(version === 2 ? 'gasPrice' : 'maxFeePerGas'),
  share: version === 2 ? data.number('pctRelayFee') : 0n,
  base: version === 2 ? data.number('baseRelayFee') : 0n,
})

/** A request that GSN's forwarder runs for whoever hands it in. */
const gsnForward = (end: End): SignatureType => ({
  type: `ForwardRequest(${request},bytes data${ends[end]})`,
  isFor: itself,
  read: (message, { chainId }) => forwarded('GSN', message, chainId, endOf(end, message)),
})

/** A forward request with the terms of a relay, as GSN's clients ask users to sign it. */
const gsnRelay = (end: End, version: keyof typeof fees): SignatureType => ({
  type:
    `RelayRequest(${request},bytes data${ends[end]},RelayData relayData)RelayData(${fees[version]},` +
    'address relayWorker,address paymaster,address forwarder,bytes paymasterData,uint256 clientId)',
  isFor: itself,
  read: (message, { chainId }) => ({
    ...forwarded('GSN', message, chainId, endOf(end, message)),
    relay: relayOf(message.struct('relayData'), version),
  }),
})

const biconomyRequest =
  'ERC20ForwardRequest(address from,address to,address token,uint256 txGas,uint256 tokenGasPrice,' +
  'uint256 batchId,uint256 batchNonce,uint256 deadline,bytes data)'

/**
 * Reads a request of Biconomy's forwarder. Where it names a price of gas in a token, the relay takes so much of the
 * token as its contracts say; 0 is no end.
 */
const readBiconomy = (message: Fields, chainId: number): SignatureContent => {
  const end = message.number('deadline')
  const until = end === 0n ? null : end
  const from = message.address('from')
  const data = message.bytes('data')
  const fee: Leaving = {
    asset: token(message.address('token')),
    amount: null,
    from,
    to: null,
    how: 'moves',
    until,
  }
  return signatureContentOf('Biconomy', 'call', {
    calls: [callOf({ from, to: message.address('to'), value: 0n, data }, chainId)],
    deals: message.number('tokenGasPrice') === 0n ? [] : [{ leaves: [fee], returns: [] }],
    until,
  })
}

/** Calls that others send in the signer's name: Safe, ERC-2771 forwarders, meta-transactions. */
export const accountTypes: readonly SignatureType[] = [
  safe,
  // OpenZeppelin 4, contracts/metatx/MinimalForwarder.sol
  forward('bytes data', undefined),
  // OpenZeppelin 5, contracts/metatx/ERC2771Forwarder.sol
  forward('uint48 deadline,bytes data', 'deadline'),
  // @opengsn/contracts 2.2.6 and 3.0.0-beta.10, src/forwarder/Forwarder.sol
  gsnForward('block'),
  gsnForward('time'),
  // @opengsn/gsn 2.0.3, contracts/utils/GsnEip712Library.sol
  gsnRelay('none', 2),
  // @opengsn/common 2.2.6 and 3.0.0-beta.10, dist/EIP712/TypedRequestData.js
  gsnRelay('block', 2),
  gsnRelay('time', 3),
  // @biconomy/mexa 2.0.38, common-js/config.js
  {
    type: biconomyRequest,
    isFor: itself,
    read: (message, { chainId }) => readBiconomy(message, chainId),
  },
  {
    // Its other fields are the app's own text.
    type: `CustomForwardRequest(string warning,string info,string action,ERC20ForwardRequest request)${biconomyRequest}`,
    isFor: itself,
    read: (message, { chainId }) => readBiconomy(message.struct('request'), chainId),
  },
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
