import type { Hex } from 'viem'
import { encodeType } from '@/lib/sign/hashTypedData'
import type { Data } from '../../unit/decode/signatures/typedOf'

/** Protocols whose own contracts stand on the local chain. */
export type Own =
  | 'permit2'
  | 'seaport'
  | 'token'
  | 'cash'
  | 'positions'
  | 'forwarder'
  | 'oldForwarder'

/** How a kind of signature is judged: by a protocol's own code, by a contract of our own, or not on a chain. */
export type Row = {
  name: string
  /** Start of the type's text that tells the kind. */
  start: string
  /** Whose contract judges it: a domain of the local chain, or a compiled contract's name. */
  judge:
    | { by: 'protocol'; domain: Own; code: string }
    | { by: 'own'; contract: string; published: string; typeHash?: Hex | undefined }
    | { by: 'nobody'; why: string }
}

const permit2 = {
  by: 'protocol',
  domain: 'permit2',
  code: 'Permit2, @uniswap/uniswapx-sdk',
} as const
const seaport = {
  by: 'protocol',
  domain: 'seaport',
  code: 'Seaport 1.6, @opensea/seaport-js',
} as const
const cash = { by: 'protocol', domain: 'cash', code: 'ERC3009, @openzeppelin/contracts' } as const
const own = (contract: string, published: string, typeHash?: Hex) =>
  ({ by: 'own', contract, published, typeHash }) as const
const nobody = (why: string) => ({ by: 'nobody', why }) as const
const books = nobody('an app keeps it in its own books, outside any chain')

const gsnOld = 'nobody publishes a message of this version, nor a hash of one'
const biconomy =
  'its forwarder publishes no message, nor a hash of one, and its fee is the forwarder’s own sum'

/** All kinds that the wallet reads, and what judges each. */
export const rows: readonly Row[] = [
  {
    name: 'ERC-2612',
    start: 'Permit(address owner,',
    judge: { by: 'protocol', domain: 'token', code: 'ERC20Permit, @openzeppelin/contracts' },
  },
  {
    name: 'DAI',
    start: 'Permit(address holder,',
    judge: own('DaiPermit', 'signature (dss, src/test/dai.t.sol)'),
  },
  {
    name: 'ERC-4494',
    start: 'Permit(address spender,uint256 tokenId,',
    judge: {
      by: 'protocol',
      domain: 'positions',
      code: 'NonfungiblePositionManager, @uniswap/v3-periphery',
    },
  },
  {
    name: 'ERC-3009 transfer',
    start: 'TransferWithAuthorization(',
    judge: cash,
  },
  {
    name: 'ERC-3009 receipt',
    start: 'ReceiveWithAuthorization(',
    judge: cash,
  },
  {
    name: 'ERC-3009 cancellation',
    start: 'CancelAuthorization(',
    judge: nobody('it gives nothing'),
  },
  { name: 'Permit2 allowance', start: 'PermitSingle(', judge: permit2 },
  { name: 'Permit2 allowances', start: 'PermitBatch(', judge: permit2 },
  { name: 'Permit2 transfer', start: 'PermitTransferFrom(', judge: permit2 },
  { name: 'Permit2 transfers', start: 'PermitBatchTransferFrom(', judge: permit2 },
  { name: 'Permit2 with a witness', start: 'PermitWitnessTransferFrom(', judge: permit2 },
  {
    name: 'Permit2, several with a witness',
    start: 'PermitBatchWitnessTransferFrom(',
    judge: permit2,
  },
  { name: 'Seaport order', start: 'OrderComponents(', judge: seaport },
  { name: 'Seaport tree', start: 'BulkOrder(', judge: seaport },
  {
    name: 'Morpho',
    start: 'Authorization(address authorizer,',
    judge: own(
      'MorphoRights',
      'digest that Morpho took (@morpho-org/morpho-blue 1.0.0, src/Morpho.sol)',
      '0x81d0284fb0e2cde18d0553b06189d6f7613c96a01bb5b5e7828eade6a0dcac91',
    ),
  },
  {
    name: 'Compound III',
    start: 'Authorization(address owner,',
    judge: nobody('its protocol publishes no hash to hold a contract of our own against'),
  },
  {
    name: 'CoW order',
    start: 'Order(address sellToken,',
    judge: own('CowOrders', 'digest (cowprotocol/services, crates/model/src/order.rs)'),
  },
  { name: 'CoW cancellation', start: 'OrderCancellations(', judge: books },
  {
    name: '1inch',
    start: 'Order(uint256 salt,address maker,address receiver,address makerAsset,',
    judge: own(
      'InchOrders',
      'digests (1inch/fusion-sdk, src/api/orders/order-api.spec.ts)',
      '0x3af21ec5a20011b88d3b7b4ed7c806cef05a5980cf34974bcd53566a131f7e4c',
    ),
  },
  {
    name: '0x limit order',
    start: 'LimitOrder(',
    judge: own('LimitOrders', 'digest (0x, packages/protocol-utils/test/orders_test.ts)'),
  },
  {
    name: '0x RFQ order',
    start: 'RfqOrder(',
    judge: own('RfqOrders', 'digest (0x, packages/protocol-utils/test/orders_test.ts)'),
  },
  {
    name: '0x OTC order',
    start: 'OtcOrder(',
    judge: own(
      'OtcOrders',
      'digest (0x, contracts/zero-ex/trace.sh)',
      '0x2f754524de756ae72459efbe1ec88c19a745639821de528ac3fb88f9e65e35c8',
    ),
  },
  {
    name: '0x item order',
    start: 'ERC721Order(',
    judge: own(
      'Erc721Orders',
      'digests (web3w/web3-wallets, test/sign/zeroV4Order721.ts)',
      '0x2de32b2b090da7d8ab83ca4c85ba2eb6957bc7f6c50cb4ae1995e87560d808ed',
    ),
  },
  {
    name: '0x order of items',
    start: 'ERC1155Order(',
    judge: own(
      'Erc1155Orders',
      'signature (Trader.xyz, its orderbook’s documentation)',
      '0x930490b1bcedd2e5139e22c761fafd52e533960197c2283f3922c7fd8c880be9',
    ),
  },
  {
    name: '0x meta-transaction',
    start: 'MetaTransactionData(',
    judge: own('ProxyMeta', 'digest (0x, packages/protocol-utils/test/meta_transactions_test.ts)'),
  },
  {
    name: '0x meta-transaction with fees',
    start: 'MetaTransactionDataV2(',
    judge: own(
      'ProxyMetaWithFees',
      'digest (0x, packages/protocol-utils/test/meta_transactions_v2_test.ts)',
    ),
  },
  {
    name: 'Blur',
    start: 'Order(address trader,uint8 side,',
    judge: own(
      'BlurOrders',
      'hashes that Blur logged (rarible/ethereum-indexer-public, BlurOrderTest.kt)',
      '0x376bfbc394a7ba7fdf10f224572cef371358e3053e362f4554fcd2ad56329b3f',
    ),
  },
  {
    name: 'Blur 2',
    start: 'Order(address trader,address collection,',
    judge: nobody('its price stands in a hash, and the lines promise none'),
  },
  {
    name: 'Safe',
    start: 'SafeTx(',
    judge: own('OneOwnerSafe', 'digests (safe-tx-hashes-util, README.md)'),
  },
  {
    name: 'forwarder’s request with an end',
    start:
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,',
    judge: {
      by: 'protocol',
      domain: 'forwarder',
      code: 'ERC2771Forwarder, @openzeppelin/contracts',
    },
  },
  {
    name: 'GSN',
    start:
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime)',
    judge: own(
      'GsnForwarder',
      'digest that GSN’s Forwarder took (@opengsn/contracts 3.0.0-beta.10)',
      '0xb91ae508e6f0e8e33913dec60d2fdcb39fe037ce56198c70a7927d7cd813fd96',
    ),
  },
  {
    name: 'GSN 2',
    start:
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntil)',
    judge: nobody(gsnOld),
  },
  {
    name: 'GSN relay',
    start:
      'RelayRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime,',
    judge: own(
      'GsnRelay',
      'digest that GSN’s Forwarder took (@opengsn/contracts 3.0.0-beta.10)',
      '0xf17b6c1ec6c338d6106d1123b3e60d72bf94a96d947bfc91ce7b47facaf428c0',
    ),
  },
  {
    name: 'GSN 2 relay',
    start:
      'RelayRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,',
    judge: nobody(gsnOld),
  },
  {
    name: 'Biconomy',
    start: 'ERC20ForwardRequest(',
    judge: nobody(biconomy),
  },
  {
    name: 'Biconomy with a text',
    start: 'CustomForwardRequest(',
    judge: nobody(biconomy),
  },
  {
    name: 'forwarder’s request',
    start:
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)',
    judge: {
      by: 'protocol',
      domain: 'oldForwarder',
      code: 'MinimalForwarder, @openzeppelin/contracts 4',
    },
  },
  {
    name: 'meta-transaction',
    start: 'MetaTransaction(',
    judge: own(
      'NativeMeta',
      'signatures (Decentraland’s transactions-server; Alchemy’s documentation)',
      '0x23d10def3caacba2e4042e0c75d44a42d2558aabcf5ce951d0642a8032e1e653',
    ),
  },
  {
    name: 'Polymarket order',
    start: 'Order(uint256 salt,address maker,address signer,',
    judge: own(
      'OutcomeOrders',
      'digest (Polymarket, tests/order-utils/exchange.order.builder.test.ts)',
    ),
  },
  { name: 'Polymarket sign-in', start: 'ClobAuth(', judge: books },
  {
    name: 'shell of a contract account',
    start: 'TypedDataSign(',
    judge: nobody(
      'an account hashes it, and what it gives is its content, which has a row of its own',
    ),
  },
  { name: 'Hyperliquid', start: 'HyperliquidTransaction:', judge: books },
]

const rest: Row = { name: 'unread', start: '', judge: nobody('the wallet reads none of these') }

/** The row of typed data that the wallet reads; of any other, the last one. */
export const rowOf = ({ types, primaryType }: Data, isRead: boolean): Row => {
  const text = encodeType(types, primaryType)
  return (isRead ? rows.find(({ start }) => text.startsWith(start)) : undefined) ?? rest
}
