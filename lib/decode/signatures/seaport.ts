import { zeroAddress, type Address } from 'viem'
import type { Value } from '../../sign/typedData'
import { fieldsOf, type Fields } from './fields'
import { signatureContentOf, type Deal, type SignedAsset } from './signatureReading'
import { at, item, token, type SignatureType } from './type'
import { sameAddress } from '../../values/address'

/** Seaport by version, at the same addresses on all chains (github.com/ProjectOpenSea/seaport, README.md). */
export const seaports = {
  '1.1': '0x00000000006c3852cbEf3e08E8dF289169EdE581',
  '1.2': '0x00000000000006c7676171937C444f6BDe3D6282',
  '1.3': '0x0000000000000aD24e80fd803C6ac37206a45f15',
  '1.4': '0x00000000000001ad428e4906aE43D8F9852d0dD6',
  '1.5': '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC',
  '1.6': '0x0000000000000068F116a894984e2DB1123eB395',
} as const satisfies Record<string, Address>

const isFor = at(...Object.values(seaports))

/** Types of an order (@opensea/seaport-js 4.3.0, src/constants.ts). */
const consideration =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,' +
  'uint256 endAmount,address recipient)'
const offer =
  'OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,' +
  'uint256 endAmount)'
const order =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,' +
  'uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,' +
  'bytes32 conduitKey,uint256 counter)'

const assetOf = (one: Fields): SignedAsset => {
  const address = one.address('token')
  const id = one.number('identifierOrCriteria')
  switch (one.number('itemType')) {
    case 0n:
      return { kind: 'coin' }
    case 1n:
      return token(address)
    case 2n:
    case 3n:
      return item(address, id)
    case 4n:
    case 5n:
      // The number is the root of a list of items, and 0 for all of the collection.
      return item(address, null)
    default:
      throw new Error('no type of item')
  }
}

const highest = (one: bigint, other: bigint) => (one > other ? one : other)
const lowest = (one: bigint, other: bigint) => (one < other ? one : other)

const dealOf = (one: Fields): Deal => ({
  leaves: one.list('offer').map((part) => ({
    asset: assetOf(part),
    amount: highest(part.number('startAmount'), part.number('endAmount')),
    from: one.address('offerer'),
    to: null,
    how: 'moves',
    until: one.number('endTime'),
  })),
  returns: one.list('consideration').map((part) => ({
    asset: assetOf(part),
    amount: lowest(part.number('startAmount'), part.number('endAmount')),
    to: part.address('recipient'),
  })),
})

const lastOf = (orders: readonly Fields[]): bigint =>
  orders.map((one) => one.number('endTime')).reduce(highest, 0n)

const readOrders = (orders: readonly Fields[]) =>
  signatureContentOf('Seaport', 'trade', { deals: orders.map(dealOf), until: lastOf(orders) })

/** Bulk orders fill their tree up with empty orders of nobody. */
const isFiller = (one: Fields): boolean =>
  sameAddress(one.address('offerer'), zeroAddress) && one.list('offer').length === 0

const leavesOf = (value: Value): Fields[] => {
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  if (typeof value !== 'object') throw new Error('no order')
  return [fieldsOf(value)]
}

/** A tree of orders has 1 to 24 levels (github.com/ProjectOpenSea/seaport, ConsiderationConstants.sol). */
const levels = Array.from({ length: 24 }, (_, at) => at + 1)

/** Orders of Seaport, alone and in trees: each order of a tree can be used alone. */
export const seaportTypes: readonly SignatureType[] = [
  {
    type: `${order}${consideration}${offer}`,
    isFor,
    read: (message) => readOrders([message]),
  },
  ...levels.map((height): SignatureType => ({
    type: `BulkOrder(OrderComponents${'[2]'.repeat(height)} tree)${consideration}${offer}${order}`,
    isFor,
    read: (message) => readOrders(leavesOf(message.value('tree')).filter((one) => !isFiller(one))),
  })),
]
