import { zeroAddress } from 'viem'
import { signatureContentOf, type Coming, type Leaving } from './signatureReading'
import { atOn, item, token, type SignatureType } from './type'
import { sameAddress } from '../../values/address'

/** Blur's exchanges by chain (@reservoir0x/sdk 0.0.372, src/addresses.json). */
const first = atOn({ 1: ['0x000000000000Ad05Ccc4F10045630fb830B95127'] })
const second = atOn({
  1: ['0xb2ecfE4E4D61f8790bbb9DE2D1259B9e2410CEA5'],
  81457: ['0x0F41639352B190F352bADDD32856038F1C230cEd'],
})

/** Orders of Blur, with the price in them (contracts/lib/EIP712.sol) or hidden in a hash (version 2). */
export const blurTypes: readonly SignatureType[] = [
  {
    type:
      'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,' +
      'uint256 amount,address paymentToken,uint256 price,uint256 listingTime,' +
      'uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)' +
      'Fee(uint16 rate,address recipient)',
    isFor: first,
    read: (message) => {
      const side = message.number('side')
      if (side > 1n) return undefined
      const trader = message.address('trader')
      const until = message.number('expirationTime')
      const collection = message.address('collection')
      const currency = message.address('paymentToken')
      const price = message.number('price')
      const amount = message.number('amount')
      const money = sameAddress(currency, zeroAddress)
        ? ({ kind: 'coin' } as const)
        : token(currency)
      const leaving = { from: trader, to: null, how: 'moves', until } as const
      // Rates are in hundredths of a percent, taken from what the seller gets.
      const rates = message.list('fees').reduce((sum, one) => sum + one.number('rate'), 0n)
      const net = rates >= 10_000n ? 0n : price - (price * rates) / 10_000n
      // The matching policy decides which item a bid is for: any of the collection.
      const bid: { leaves: Leaving[]; returns: Coming[] } = {
        leaves: [{ asset: money, amount: price, ...leaving }],
        returns: [{ asset: item(collection, null), amount, to: trader }],
      }
      const ask: typeof bid = {
        leaves: [{ asset: item(collection, message.number('tokenId')), amount, ...leaving }],
        returns: [{ asset: money, amount: net, to: trader }],
      }
      return signatureContentOf('Blur', 'trade', { deals: [side === 0n ? bid : ask], until })
    },
  },
  {
    type:
      'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,' +
      'uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,' +
      'uint256 nonce)FeeRate(address recipient,uint16 rate)',
    isFor: second,
    read: (message) => {
      // A bid hides its price as well, and nobody can say how much leaves.
      if (message.number('orderType') !== 0n) return undefined
      const trader = message.address('trader')
      const until = message.number('expirationTime')
      const leaves: Leaving[] = [
        {
          asset: item(message.address('collection'), null),
          amount: null,
          from: trader,
          to: null,
          how: 'moves',
          until,
        },
      ]
      const returns: Coming[] = [{ asset: { kind: 'coin' }, amount: null, to: trader }]
      return signatureContentOf('Blur', 'trade', { deals: [{ leaves, returns }], until })
    },
  },
]
