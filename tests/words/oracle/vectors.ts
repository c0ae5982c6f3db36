import {
  concat,
  encodeFunctionData,
  isAddressEqual,
  keccak256,
  numberToHex,
  parseAbi,
  recoverAddress,
  stringToHex,
  type Address,
  type Hex,
} from 'viem'
import { signatureTypes } from '@/lib/decode/signatures'
import { stranger } from '../../unit/accounts'
import { typedOf, type Data } from '../../unit/decode/signatures/typedOf'
import { sourced } from '../sourced'
import type { Node } from './oracleChain'
import { rowOf, rows, type Row } from './rows'
import { separatorOf } from './submit'
import { argumentsOf } from './twins'

/** A message with the hash, or with the signature of somebody, that its protocol publishes. */
type Vector = {
  contract: string
  data: Data
  separator: Hex
  digest?: Hex | undefined
  signed?: { by: Address; signature: Hex } | undefined
}

const type = (start: string): string => {
  const found = signatureTypes.find((one) => one.type.startsWith(start))
  if (!found) throw new Error(`no type starts with ${start}`)
  return found.type
}

const vector = (
  contract: string,
  start: string,
  domain: object | Hex,
  message: object,
  digest: Hex,
): Vector => {
  const data = typedOf(type(start), typeof domain === 'object' ? domain : {}, message)
  return {
    contract,
    data,
    separator: typeof domain === 'object' ? separatorOf(data) : domain,
    digest,
  }
}

const zero = '0x0000000000000000000000000000000000000000'
const zeros: Hex = `0x${'00'.repeat(32)}`

/** Where the tests of 0x put their exchange (github.com/0xProject/protocol, packages/protocol-utils/test). */
const exchange = {
  name: 'ZeroEx',
  version: '1.0.0',
  chainId: 8008,
  verifyingContract: '0x6701704d2421c64ee9aa93ec7f96ede81c4be77d',
}
const rfq = {
  makerToken: '0x349e8d89e8b37214d9ce3949fc5754152c525bc3',
  takerToken: '0x83c62b2e67dea0df2a27be0def7a22bd7102642c',
  makerAmount: '1234',
  takerAmount: '5678',
  maker: '0x8d5e5b5b5d187bdce2e0143eb6b3cc44eef3c0cb',
  taker: '0x615312fb74c31303eab07dea520019bb23f4c6c2',
  txOrigin: '0x70f2d6c7acd257a6700d745b76c602ceefeb8e20',
  pool: '0x0bbff69b85a87da39511aefc3211cb9aff00e1a1779dc35b8f3635d8b5ea2680',
  expiry: '1001',
  salt: '2001',
}
const meta = {
  signer: '0x349e8d89e8b37214d9ce3949fc5754152c525bc3',
  sender: '0x83c62b2e67dea0df2a27be0def7a22bd7102642c',
  expirationTimeSeconds: '9101112',
  salt: '2001',
  callData: '0x12345678',
  feeToken: '0xcc3c7ea403427154ec908203ba6c418bd699f7ce',
}

/** Where 0x stands on Ethereum and most other networks. */
const zeroEx = {
  name: 'ZeroEx',
  version: '1.0.0',
  chainId: 1,
  verifyingContract: '0xdef1c0ded9bec7f1a1670819833240f027b25eff',
}
const onInch = {
  name: '1inch Aggregation Router',
  version: '6',
  chainId: 1,
  verifyingContract: '0x111111125421ca6dc452d289314280a0f8842a65',
}

/** A message with a signature that its source gives. */
const signature = (
  contract: string,
  start: string,
  domain: object,
  message: object,
  by: Address,
  ...parts: readonly [Hex, Hex, Hex]
): Vector => {
  const data = typedOf(type(start), domain, message)
  return {
    contract,
    data,
    separator: separatorOf(data),
    signed: { by, signature: concat(parts) },
  }
}

/** Form in which a contract of Polygon takes its chain's number, in its domain. */
const onPolygon = (name: string, chainId: number, verifyingContract: Address) => ({
  name,
  version: '1',
  verifyingContract,
  salt: numberToHex(chainId, { size: 32 }),
})

const given: readonly Vector[] = [
  // github.com/trader-xyz/nft-swap-sdk, orderbook-api.md of its documentation: an order on Ropsten.
  signature(
    'Erc1155Orders',
    'ERC1155Order(',
    { ...zeroEx, chainId: 3 },
    {
      direction: 0,
      maker: '0xabc23f70df4f45dd3df4ec6da6827cb05853ec9b',
      taker: zero,
      expiry: '2524604400',
      nonce: '0x95cb442a6c40447397735b97a6265507',
      erc20Token: '0x31f42841c2db5173425b5223809cf3a38fede360',
      erc20TokenAmount: '100000000000',
      fees: [],
      erc1155Token: '0x080ac75de7c348ae5898d6f03b894c6b2740179f',
      erc1155TokenId: '1',
      erc1155TokenProperties: [],
      erc1155TokenAmount: '5',
    },
    '0xabc23f70df4f45dd3df4ec6da6827cb05853ec9b',
    '0x40d064b246aaa46f7fc6f0b21d11329d62aa822b9ef0a848a64e68c12c25f8ee',
    '0x74dac794840285584a30c88c37aaafe113642be3133651a375672b695c362861',
    '0x1b',
  ),
  // github.com/1inch/fusion-sdk at 1152c9c, src/api/orders/order-api.spec.ts.
  vector(
    'InchOrders',
    'Order(uint256 salt,address maker,address receiver,address makerAsset,',
    onInch,
    {
      salt: '102412815596156525137376967412477025111761562902072504909418068904100646989168',
      maker: '0xe2668d9bef0a686c9874882f7037758b5b520e5c',
      receiver: zero,
      makerAsset: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      takerAsset: '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
      makingAmount: '33058558528525703',
      takingAmount: '147681',
      makerTraits: '62419173104490761595518734107493289545375808488163256166876037723686174720000',
    },
    '0x496755a88564d8ded6759dff0252d3e6c3ef1fe42b4fa1bbc3f03bd2674f1078',
  ),
  vector(
    'InchOrders',
    'Order(uint256 salt,address maker,address receiver,address makerAsset,',
    onInch,
    {
      salt: '102412815605188492728297784997818915205705878873010401762040598952855113412064',
      maker: '0xdc8152a435d76fc89ced8255e28f690962c27e52',
      receiver: zero,
      makerAsset: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      takerAsset: '0xdac17f958d2ee523a2206206994597c13d831ec7',
      makingAmount: '30000000',
      takingAmount: '20653338',
      makerTraits: '62419173104490761595518734107503940736863610329190665072877236599067968012288',
    },
    '0x153386fa8e0b27b09d1250455521531e392e342571de31ac50836a3b6b9001d8',
  ),
  // Digest that Morpho.sol of @morpho-org/morpho-blue 1.0.0, compiled by solc 0.8.19, took from its signer.
  vector(
    'MorphoRights',
    'Authorization(address authorizer,',
    { chainId: 1, verifyingContract: '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb' },
    {
      authorizer: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
      authorized: '0x23055618898e202386e6c13955a58D3C68200BFB',
      isAuthorized: true,
      nonce: '0',
      deadline: '4000000000',
    },
    '0x5886e14ab20fe4c48a7a45a614629145a5a9bacf39f2968989359fc9fcc07cd9',
  ),
  // Digest that verify() of the Forwarder in @opengsn/contracts 3.0.0-beta.10 took from its signer.
  vector(
    'GsnForwarder',
    'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime)',
    {
      name: 'GSN Relayed Transaction',
      version: '3',
      chainId: 1,
      verifyingContract: '0x00000000000000000000000000000000000fa105',
    },
    {
      from: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
      to: '0x23055618898e202386e6c13955a58D3C68200BFB',
      value: '0',
      gas: '50000',
      nonce: '0',
      data: '0x12345678',
      validUntilTime: '4000000000',
    },
    '0x492c3160a696101584cf479bf60639c032a7c6e135b1f171c9dce0a249d80c45',
  ),
  // Digest that verify() of the same forwarder took, with the suffix of @opengsn/common 3.0.0-beta.10 registered.
  vector(
    'GsnRelay',
    'RelayRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime,',
    {
      name: 'GSN Relayed Transaction',
      version: '3',
      chainId: 1,
      verifyingContract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    },
    {
      from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      to: '0x23055618898e202386e6c13955a58D3C68200BFB',
      value: '0',
      gas: '50000',
      nonce: '0',
      data: '0x12345678',
      validUntilTime: '4000000000',
      relayData: {
        maxFeePerGas: '3000000000',
        maxPriorityFeePerGas: '1000000000',
        transactionCalldataGasUsed: '7200',
        relayWorker: '0x249c573c2cf62b798db4e6b563fbc636247f098b',
        paymaster: '0x6e4f6878d1188d281f79a8d06e1f52a5cf80b792',
        forwarder: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        paymasterData: '0x1234',
        clientId: '1',
      },
    },
    '0xdbef584ce54e96bd4d79333df8a0b9596ccdaf7a1791152629ac9243a288e5b2',
  ),
  // github.com/decentraland/transactions-server, checkGasPrice.spec.ts, for its token on Mumbai.
  signature(
    'NativeMeta',
    'MetaTransaction(',
    onPolygon('Decentraland MANA (PoS)', 80001, '0x882Da5967c435eA5cC6b09150d55E8304B838f45'),
    {
      nonce: '7',
      from: '0xf7b0e5d753747f102369cc6f8f33cc3feacf7c62',
      functionSignature: concat([
        '0x095ea7b3000000000000000000000000e539e0aed3c1971560517d58277f8dd9ac296281',
        '0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
      ]),
    },
    '0xf7b0e5d753747f102369cc6f8f33cc3feacf7c62',
    '0x72551c70696250b6de0ec4f3255f3a9e804b06080e2e65e34ac03ea6bddf6df9',
    '0x10b461441d1a4ac26f3848e2d65635315891e0d4b4745e02123038616be2a362',
    '0x1b',
  ),
  // A transaction in Alchemy's documentation of its API for Polygon, for the horses of ZED RUN.
  signature(
    'NativeMeta',
    'MetaTransaction(',
    onPolygon('ZED Horse', 137, '0xa5f1ea7df861952863df2e8d1312f7305dabf215'),
    {
      nonce: '0',
      from: '0x7a2c8466603a4d9ef3a294672d5402b2ebe58260',
      functionSignature: concat([
        '0xa22cb46500000000000000000000000058807bad0b376efc12f5ad86aac70e78ed67deae',
        '0x0000000000000000000000000000000000000000000000000000000000000001',
      ]),
    },
    '0x7a2c8466603a4d9ef3a294672d5402b2ebe58260',
    '0xb703dab06e91938eb7c85c5261cf8c46c55a6a7f17efc8910d5148f7cf993ac7',
    '0x333d10bd3fadaf8c4f99b729152e10a148aa56e94863e761aef4a3babe4f7cdd',
    '0x1c',
  ),
  vector(
    'LimitOrders',
    'LimitOrder(',
    exchange,
    {
      ...rfq,
      takerTokenFeeAmount: '9101112',
      sender: rfq.txOrigin,
      feeRecipient: '0xcc3c7ea403427154ec908203ba6c418bd699f7ce',
    },
    '0x8bb1f6e880b3b4f91a901897c4b914ec606dc3b8b59f64983e1638a45bdf3116',
  ),
  vector(
    'RfqOrders',
    'RfqOrder(',
    exchange,
    rfq,
    '0xb4c40524740dcc4030a62b6d9afe740f6ca24508e59ef0c5bd99d5649a430885',
  ),
  vector(
    'ProxyMeta',
    'MetaTransactionData(',
    exchange,
    { ...meta, minGasPrice: '1234', maxGasPrice: '5678', value: '1001', feeAmount: '9101112' },
    '0x068f2f98836e489070608461768bfd3331128787d09278d38869c2b56bfc34a4',
  ),
  vector(
    'ProxyMetaWithFees',
    'MetaTransactionDataV2(',
    exchange,
    { ...meta, fees: [] },
    '0x05fc975cb9f37cc442a2975bc479502ce33d2d068fe8a1d6f50dbb11c1499137',
  ),
  vector(
    'OutcomeOrders',
    'Order(uint256 salt,address maker,address signer,',
    {
      name: 'Polymarket CTF Exchange',
      version: '1',
      chainId: 137,
      verifyingContract: '0x0000000000000000000000000000000000000001',
    },
    {
      salt: '1',
      maker: stranger,
      signer: stranger,
      taker: zero,
      tokenId: '101',
      makerAmount: '1000000',
      takerAmount: '2000000',
      expiration: '0',
      nonce: '2',
      feeRateBps: '0',
      side: 0,
      signatureType: 0,
    },
    '0xeb162c6cc7aa28ad096a7c40fb9556d41fa1730d71103ba7103589ae1f18d942',
  ),
  // github.com/cowprotocol/services, crates/model/src/order.rs: the order's UID starts with its hash.
  vector(
    'CowOrders',
    'Order(address sellToken,',
    '0x74e0b11bd18120612556bae4578cfd3a254d7e2495f543c569a92ff5794d9b09',
    {
      sellToken: `0x${'01'.repeat(20)}`,
      buyToken: `0x${'02'.repeat(20)}`,
      receiver: `0x${'03'.repeat(20)}`,
      sellAmount: '42000000000000000000',
      buyAmount: '13370000000000000000',
      validTo: '4294967295',
      appData: zeros,
      feeAmount: '1000000000000000000',
      kind: 'sell',
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
    },
    '0x0e45d31fd31b28c26031cdd81b35a8938b2ccca2cc425fcf440fd3bfed1eede9',
  ),
  {
    // github.com/makerdao/dss, src/test/dai.t.sol
    contract: 'DaiPermit',
    separator: '0x68a9504c1a7fba795f7730732abab11cb5fa5113edd2396392abd5c1bbda4043',
    data: typedOf(
      type('Permit(address holder,'),
      {},
      {
        holder: '0x29C76e6aD8f28BB1004902578Fb108c507Be341b',
        spender: '0xdd2d5D3f7f1b35b7A0601D6A00DbB7D44Af58479',
        nonce: 0,
        expiry: 0,
        allowed: true,
      },
    ),
    signed: {
      by: '0x29C76e6aD8f28BB1004902578Fb108c507Be341b',
      signature: concat([
        '0x8e30095d9e5439a4f4b8e4b5c94e7639756474d72aded20611464c8f002efb06',
        '0x49a0ed09658bc768d6548689bcbaa430cefa57846ef83cb685673a9b9a575ff4',
        '0x1b',
      ]),
    },
  },
]

/** The published hashes and signatures that samples have. */
const sampled = (): Vector[] =>
  sourced.flatMap(({ data, digest, signature, signer, deed }) => {
    const { judge } = rowOf(data, deed !== 'unread')
    if (judge.by !== 'own' || !(digest ?? signature)) return []
    const signed = signature ? { by: signer, signature } : undefined
    return [{ contract: judge.contract, data, separator: separatorOf(data), digest, signed }]
  })

const bind = parseAbi(['function bind(bytes32 value)'])

const check = async (
  node: Node,
  { contract, data, separator, digest, signed }: Vector,
): Promise<string[]> => {
  const { abi, runtime } = node.artifactOf(contract)
  const [, answer] = await node.run(
    [
      { from: stranger, to: stranger, data: encodeFunctionData({ abi: bind, args: [separator] }) },
      {
        from: stranger,
        to: stranger,
        data: encodeFunctionData({ abi, functionName: 'hashOf', args: [argumentsOf(data)] }),
      },
    ],
    { [stranger]: runtime },
  )
  const hash = answer?.returnData ?? '0x'
  if (digest && hash !== digest) return [`${contract} hashes to ${hash}, not ${digest}`]
  if (!signed) return []
  const by = await recoverAddress({ hash, signature: signed.signature })
  return isAddressEqual(by, signed.by) ? [] : [`${contract}: signed by ${by}, not ${signed.by}`]
}

const hasVector = (vectors: readonly Vector[], { judge }: Row): boolean =>
  judge.by !== 'own' ||
  vectors.some(({ contract, digest, signed }) => contract === judge.contract && (digest ?? signed))

/** Holds each contract of our own against what its protocol published, and returns what does not agree. */
export const wrongVectors = async (node: Node): Promise<string[]> => {
  const vectors = [...given, ...sampled()]
  const wrong: string[] = []
  for (const one of vectors) wrong.push(...(await check(node, one)))
  for (const row of rows) {
    const { judge, name, start } = row
    if (!hasVector(vectors, row)) wrong.push(`${name}: no digest or signature is published`)
    if (judge.by !== 'own' || !judge.typeHash) continue
    const hash = keccak256(stringToHex(type(start)))
    if (hash !== judge.typeHash) wrong.push(`${name}: its type has the hash ${hash}`)
  }
  return wrong
}
