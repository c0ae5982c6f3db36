import type { Address } from 'viem'
import { readCall } from '../read'
import type { Fields } from './fields'
import { signatureContentOf, type Coming, type Deal, type Leaving } from './signatureReading'
import { atOn, item, token, unlessZero, type SigningContext, type SignatureType } from './type'
import { sameAddress } from '../../values/address'

const proxy = ['0xDef1C0ded9bec7F1a1670819833240f027b25EfF'] as const

/** The Exchange Proxy by chain (@0x/contract-addresses 8.13.0, addresses.json). */
const isFor = atOn({
  1: proxy,
  10: ['0xDEF1ABE32c034e558Cdd535791643C58a13aCC10'],
  56: proxy,
  137: proxy,
  8453: proxy,
  42161: proxy,
  43114: proxy,
  11155111: proxy,
})

const swap = (message: Fields, until: bigint) => {
  const maker = message.address('maker')
  const leaves: Leaving[] = [
    {
      asset: token(message.address('makerToken')),
      amount: message.number('makerAmount'),
      from: maker,
      to: unlessZero(message.address('taker'), null),
      how: 'moves',
      until,
    },
  ]
  const returns: Coming[] = [
    {
      asset: token(message.address('takerToken')),
      amount: message.number('takerAmount'),
      to: maker,
    },
  ]
  return signatureContentOf('0x', 'trade', { deals: [{ leaves, returns }], until })
}

const fee = 'Fee(address recipient,uint256 amount,bytes feeData)'
const property = 'Property(address propertyValidator,bytes propertyData)'

/** Stands for the coin as the token of a price (LibNFTOrder.sol, NATIVE_TOKEN_ADDRESS). */
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** Reads an order to sell an item (direction 0) or to buy one (1). */
const trade = (message: Fields, kind: 'erc721' | 'erc1155') => {
  const direction = message.number('direction')
  if (direction > 1n) return undefined
  const until = message.number('expiry')
  const maker = message.address('maker')
  const taker = unlessZero(message.address('taker'), null)
  const priced = message.address('erc20Token')
  const price = message.number('erc20TokenAmount')
  const fees = message.list('fees').map((one) => one.number('amount'))
  const hasProperties = message.list(`${kind}TokenProperties`).length > 0
  const id = hasProperties ? null : message.number(`${kind}TokenId`)
  const asset = item(message.address(`${kind}Token`), id)
  const amount = kind === 'erc721' ? 1n : message.number('erc1155TokenAmount')
  const paid = sameAddress(priced, coin) ? ({ kind: 'coin' } as const) : token(priced)
  const leaving = { from: maker, to: taker, how: 'moves', until } as const
  const deal: Deal =
    direction === 0n
      ? {
          leaves: [{ asset, amount, ...leaving }],
          returns: [{ asset: paid, amount: price, to: maker }],
        }
      : {
          // The buyer pays the fees on top of the price.
          leaves: [
            { asset: paid, amount: fees.reduce((sum, one) => sum + one, price), ...leaving },
          ],
          returns: [{ asset, amount, to: maker }],
        }
  return signatureContentOf('0x', 'trade', { deals: [deal], until })
}

const meta = (
  message: Fields,
  { verifier, chainId }: SigningContext,
  leaves: Leaving[],
  value: bigint,
) => {
  const from = message.address('signer')
  const data = message.bytes('callData')
  const reading = readCall({ from, to: verifier, value: `0x${value.toString(16)}`, data }, chainId)
  const calls = [{ from, to: verifier, value, data, isDelegated: false, reading }]
  const until = message.number('expirationTimeSeconds')
  return signatureContentOf('0x', 'call', { deals: [{ leaves, returns: [] }], calls, until })
}

const feeTo = (message: Fields, amount: bigint, to: Address | null): Leaving => ({
  asset: token(message.address('feeToken')),
  amount,
  from: message.address('signer'),
  to,
  how: 'moves',
  until: message.number('expirationTimeSeconds'),
})

/** Orders and meta-transactions of 0x, version 4 (@0x/protocol-utils 11.24.2, src/orders.ts and others). */
export const zeroXTypes: readonly SignatureType[] = [
  {
    type:
      'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,' +
      'uint128 takerTokenFeeAmount,address maker,address taker,address sender,' +
      'address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)',
    isFor,
    read: (message) => swap(message, message.number('expiry')),
  },
  {
    type:
      'RfqOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,' +
      'address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)',
    isFor,
    read: (message) => swap(message, message.number('expiry')),
  },
  {
    type:
      'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,' +
      'address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
    isFor,
    // The expiry stands in the upper 64 bits (src/orders.ts, OtcOrder.parseExpiryAndNonce).
    read: (message) => swap(message, message.number('expiryAndNonce') >> 192n),
  },
  {
    type:
      'ERC721Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,' +
      'address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc721Token,' +
      `uint256 erc721TokenId,Property[] erc721TokenProperties)${fee}${property}`,
    isFor,
    read: (message) => trade(message, 'erc721'),
  },
  {
    type:
      'ERC1155Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,' +
      'address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc1155Token,' +
      'uint256 erc1155TokenId,Property[] erc1155TokenProperties,uint128 erc1155TokenAmount)' +
      `${fee}${property}`,
    isFor,
    read: (message) => trade(message, 'erc1155'),
  },
  {
    type:
      'MetaTransactionData(address signer,address sender,uint256 minGasPrice,uint256 maxGasPrice,' +
      'uint256 expirationTimeSeconds,uint256 salt,bytes callData,uint256 value,address feeToken,' +
      'uint256 feeAmount)',
    isFor,
    read: (message, place) => {
      const amount = message.number('feeAmount')
      const sender = unlessZero(message.address('sender'), null)
      const fees = amount === 0n ? [] : [feeTo(message, amount, sender)]
      return meta(message, place, fees, message.number('value'))
    },
  },
  {
    type:
      'MetaTransactionDataV2(address signer,address sender,uint256 expirationTimeSeconds,' +
      'uint256 salt,bytes callData,address feeToken,MetaTransactionFeeData[] fees)' +
      'MetaTransactionFeeData(address recipient,uint256 amount)',
    isFor,
    read: (message, place) => {
      const fees = message
        .list('fees')
        .map((one) => feeTo(message, one.number('amount'), one.address('recipient')))
      return meta(message, place, fees, 0n)
    },
  },
]
