import { signatureContentOf } from './signatureReading'
import { atOn, token, unlessZero, type SignatureType } from './type'

/** The router that fills orders of version 4 (@1inch/limit-order-sdk 5.4.3, src/constants.ts). */
const router = ['0x111111125421cA6dc452d289314280a0f8842A65'] as const

/** Bits of `makerTraits` (@1inch/limit-order-sdk 5.4.3, src/limit-order/maker-traits.ts). */
const hasExtension = 1n << 249n
const expirationAt = 80n
const expirationMask = (1n << 40n) - 1n

/**
 * Limit orders of 1inch, version 4. With an extension, of which the order holds the hash only, a contract of
 * the order's own choice decides how much comes back.
 */
export const oneInchTypes: readonly SignatureType[] = [
  {
    type:
      'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,' +
      'uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
    isFor: atOn({
      1: router,
      10: router,
      56: router,
      100: router,
      137: router,
      8453: router,
      42161: router,
      43114: router,
    }),
    read: (message) => {
      const traits = message.number('makerTraits')
      const expiration = (traits >> expirationAt) & expirationMask
      const until = expiration === 0n ? null : expiration
      const maker = message.address('maker')
      const isOpen = (traits & hasExtension) !== 0n
      const leaves = [
        {
          asset: token(message.address('makerAsset')),
          amount: message.number('makingAmount'),
          from: maker,
          to: null,
          how: 'moves' as const,
          until,
        },
      ]
      const returns = [
        {
          asset: token(message.address('takerAsset')),
          amount: isOpen ? null : message.number('takingAmount'),
          to: unlessZero(message.address('receiver'), maker),
        },
      ]
      return signatureContentOf('1inch', 'trade', { deals: [{ leaves, returns }], until })
    },
  },
]
