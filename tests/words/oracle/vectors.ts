import {
  concat,
  encodeFunctionData,
  isAddressEqual,
  keccak256,
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
import type { Node } from './node'
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

const given: readonly Vector[] = [
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
  judge.typeHash !== undefined ||
  vectors.some(({ contract }) => contract === judge.contract)

/** Holds each contract of our own against what its protocol published, and returns what does not agree. */
export const wrongVectors = async (node: Node): Promise<string[]> => {
  const vectors = [...given, ...sampled()]
  const wrong: string[] = []
  for (const one of vectors) wrong.push(...(await check(node, one)))
  for (const row of rows) {
    const { judge, name, start } = row
    if (!hasVector(vectors, row)) wrong.push(`${name}: no hash is published for ${judge.by}`)
    if (judge.by !== 'own' || !judge.typeHash) continue
    const hash = keccak256(stringToHex(type(start)))
    if (hash !== judge.typeHash) wrong.push(`${name}: its type has the hash ${hash}`)
  }
  return wrong
}
