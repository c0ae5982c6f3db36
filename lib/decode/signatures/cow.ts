import { signatureContentOf } from './signatureReading'
import { atOn, token, unlessZero, type SignatureType } from './type'
import { sameAddress } from '../../values/address'

/** GPv2Settlement has one address on its chains (@cowprotocol/contracts 1.8.0, networks.json). */
const settlement = ['0x9008D19f58AAbD9eD0D60971565AA8510560ab41'] as const

const isFor = atOn({
  1: settlement,
  10: settlement,
  56: settlement,
  100: settlement,
  137: settlement,
  8453: settlement,
  42161: settlement,
  43114: settlement,
  11155111: settlement,
})

/** Stands for the coin as the token that is bought (src/ts/order.ts, BUY_ETH_ADDRESS). */
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** Orders of CoW Protocol (@cowprotocol/contracts 1.8.0, src/ts/order.ts). */
export const cowTypes: readonly SignatureType[] = [
  {
    type:
      'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,' +
      'uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,' +
      'bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    isFor,
    read: (message, { signer, verifier }) => {
      if (!['sell', 'buy'].includes(message.text('kind'))) return undefined
      const until = message.number('validTo')
      const bought = message.address('buyToken')
      const leaves = [
        {
          asset: token(message.address('sellToken')),
          // A sale sells just as much, a purchase at most as much; the fee comes on top.
          amount: message.number('sellAmount') + message.number('feeAmount'),
          from: signer,
          to: verifier,
          how: 'moves' as const,
          until,
        },
      ]
      const returns = [
        {
          asset: sameAddress(bought, coin) ? { kind: 'coin' as const } : token(bought),
          amount: message.number('buyAmount'),
          to: unlessZero(message.address('receiver'), signer),
        },
      ]
      return signatureContentOf('CoW Protocol', 'trade', { deals: [{ leaves, returns }], until })
    },
  },
  {
    type: 'OrderCancellations(bytes[] orderUids)',
    isFor,
    read: () => signatureContentOf('CoW Protocol', 'cancel', {}),
  },
]
