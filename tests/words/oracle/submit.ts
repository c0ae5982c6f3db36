import {
  concat,
  encodeFunctionData,
  hashDomain,
  hashStruct,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  zeroAddress,
  zeroHash,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { alice, stranger } from '../../unit/accounts'
import { permit2 } from '../../unit/decode/signatures/samples'
import type { Data } from '../../unit/decode/signatures/typedOf'
import { encodeType } from '@/lib/sign/hashTypedData'
import {
  positions,
  seaport,
  zeppelinCash,
  zeppelinForwarder,
  zeppelinOldForwarder,
  zeppelinToken,
  type Artifact,
  type Call,
} from './oracleChain'
import { argumentsOf } from './twins'

/** A signature over changed data, and the message that it is handed in with. */
export type Attack = { changed: Data; handed: Data; signature: Hex }

const structs: readonly string[] = [
  'struct Detail { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct Single { Detail details; address spender; uint256 sigDeadline; }',
  'struct Several { Detail[] details; address spender; uint256 sigDeadline; }',
  'struct Token { address token; uint256 amount; }',
  'struct One { Token permitted; uint256 nonce; uint256 deadline; }',
  'struct Many { Token[] permitted; uint256 nonce; uint256 deadline; }',
  'struct To { address to; uint256 requestedAmount; }',
  'struct Request { address from; address to; uint256 value; uint256 gas; uint48 deadline; bytes data; bytes signature; }',
  'struct OldRequest { address from; address to; uint256 value; uint256 gas; uint256 nonce; bytes data; }',
  'struct Offer { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; }',
  'struct Consideration { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct Parameters { address offerer; address zone; Offer[] offer; Consideration[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 totalOriginalConsiderationItems; }',
  'struct Order { Parameters parameters; uint120 numerator; uint120 denominator; bytes signature; bytes extraData; }',
  'struct Criterion { uint256 orderIndex; uint8 side; uint256 index; uint256 identifier; bytes32[] criteriaProof; }',
]

/** Encodes a call of a function by its signature; the last arguments stand in the structs above. */
const encode = (signature: string, args: readonly unknown[]): Hex => {
  const lines: readonly string[] = [...structs, `function ${signature}`]
  const abi: Abi = parseAbi(lines)
  return encodeFunctionData({ abi, args })
}

/** More than this nobody has. */
export const wealth = 2n ** 255n

const least = (one: bigint, other: bigint) => (one < other ? one : other)

type Permitted = { token: Address; amount: bigint }
type Message = Record<string, unknown> & {
  permitted: Permitted | Permitted[]
  details: (Permitted & { expiration: number; nonce: number }) | Permitted[]
  spender: Address
  nonce: bigint
  deadline: bigint
}

const onPermit2 = (from: Address, data: Hex): Call => ({ from, to: permit2, data })

/** A spender's calls of Permit2 for an allowance, of which it takes all. */
export const takeAllowance = ({ handed, signature }: Attack): Call[] => {
  const message = argumentsOf(handed) as Message
  const details = Array.isArray(message.details) ? message.details : [message.details]
  const permit = encode(
    `permit(address owner, ${Array.isArray(message.details) ? 'Several' : 'Single'} permit, bytes signature)`,
    [alice, message, signature],
  )
  return [
    onPermit2(message.spender, permit),
    ...details.map(({ token, amount }) =>
      onPermit2(
        message.spender,
        encode('transferFrom(address from, address to, uint160 amount, address token)', [
          alice,
          message.spender,
          amount,
          token,
        ]),
      ),
    ),
  ]
}

/** The start of a transfer's type, which Permit2 writes before the witness that the spender names. */
const stub =
  /^Permit(Batch)?WitnessTransferFrom\(TokenPermissions(\[\])? permitted,address spender,uint256 nonce,uint256 deadline,/

/** The word of a witness, as a spender's contract makes it. */
const witnessOf = ({ types, primaryType, message }: Data): Hex => {
  const field = types[primaryType]?.[4]
  if (!field) return zeroHash
  const { name, type } = field
  const value = message[name]
  if (types[type]) {
    const struct = { types, primaryType: type, message: value as Data['message'], domain: {} }
    return hashStruct({ types, primaryType: type, data: argumentsOf(struct) })
  }
  // These would be hashed first, and no change of the run has one as its witness.
  if (type === 'string' || type === 'bytes' || type.endsWith(']')) return zeroHash
  if (type === 'bool') return numberToHex(value === true ? 1n : 0n, { size: 32 })
  return type.startsWith('bytes')
    ? pad(value as Hex, { dir: 'right', size: 32 })
    : numberToHex(BigInt(String(value)), { size: 32 })
}

/** A spender's call of Permit2 for a transfer, all of it to itself. */
export const takeTransfer = ({ changed, handed, signature }: Attack): Call[] => {
  const message = argumentsOf(handed) as Message
  const { permitted, nonce, deadline, spender } = message
  const to = (one: Permitted) => ({ to: spender, requestedAmount: least(one.amount, wealth / 4n) })
  const details = Array.isArray(permitted) ? permitted.map(to) : to(permitted)
  const permit = { permitted, nonce, deadline }
  const type = encodeType(changed.types, changed.primaryType)
  const start = stub.exec(type)?.[0]
  const what = Array.isArray(permitted) ? 'Many permit, To[] details' : 'One permit, To details'
  const data =
    start === undefined
      ? encode(`permitTransferFrom(${what}, address owner, bytes signature)`, [
          permit,
          details,
          alice,
          signature,
        ])
      : encode(
          `permitWitnessTransferFrom(${what}, address owner, bytes32 witness, string text, bytes signature)`,
          [permit, details, alice, witnessOf(changed), type.slice(start.length), signature],
        )
  return [onPermit2(spender, data)]
}

/** The three parts of a signature, as older contracts take them. */
const partsOf = (signature: Hex) => [
  Number(`0x${signature.slice(130)}`),
  signature.slice(0, 66),
  `0x${signature.slice(66, 130)}`,
]

/** A spender's calls of OpenZeppelin's token, of which it takes all that it may. */
export const takePermit = ({ handed, signature }: Attack): Call[] => {
  const { owner, spender, value, deadline } = argumentsOf(handed)
  const call = (from: Address, data: Hex): Call => ({ from, to: zeppelinToken, data })
  return [
    call(
      stranger,
      encode('supply(address account, uint256 amount, address[] venues)', [alice, wealth, []]),
    ),
    call(
      stranger,
      encode(
        'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
        [owner, spender, value, deadline, ...partsOf(signature)],
      ),
    ),
    call(spender as Address, encode('drain(address owner)', [alice])),
  ]
}

/** A call of OpenZeppelin's token of ERC-3009, by whoever may hand the signature in. */
export const takeCash = ({ handed, signature }: Attack, primaryType: string): Call[] => {
  const { from, to, value, validAfter, validBefore, nonce } = argumentsOf(handed)
  const isReceipt = primaryType === 'ReceiveWithAuthorization'
  const name = isReceipt ? 'receiveWithAuthorization' : 'transferWithAuthorization'
  const caller = isReceipt ? (to as Address) : stranger
  const call = (data: Hex): Call => ({ from: caller, to: zeppelinCash, data })
  return [
    call(encode('supply(address account, uint256 amount)', [alice, wealth])),
    call(
      encode(
        `${name}(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)`,
        [from, to, value, validAfter, validBefore, nonce, ...partsOf(signature)],
      ),
    ),
  ]
}

/** A spender's calls for the one position of Uniswap that there is, which it takes. */
export const takePosition = ({ handed, signature }: Attack): Call[] => {
  const { spender, tokenId, deadline } = argumentsOf(handed)
  const call = (data: Hex): Call => ({ from: spender as Address, to: positions, data })
  return [
    call(
      encode(
        'permit(address spender, uint256 tokenId, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
        [spender, tokenId, deadline, ...partsOf(signature)],
      ),
    ),
    call(
      encode('transferFrom(address from, address to, uint256 tokenId)', [alice, spender, tokenId]),
    ),
  ]
}

/** A call of OpenZeppelin's older forwarder. */
export const forwardOld = ({ handed, signature }: Attack): Call[] => {
  const message = argumentsOf(handed)
  const value = message.value as bigint
  if (value > 2n ** 128n) return []
  const data = encode('execute(OldRequest request, bytes signature)', [message, signature])
  return [{ from: stranger, to: zeppelinOldForwarder, data, value }]
}

/** A call of OpenZeppelin's forwarder; nobody has more ether than that to send along. */
export const forward = ({ handed, signature }: Attack): Call[] => {
  const message = argumentsOf(handed)
  const value = message.value as bigint
  if (value > 2n ** 128n) return []
  const data = encode('execute(Request request)', [{ ...message, signature }])
  return [{ from: stranger, to: zeppelinForwarder, data, value }]
}

type Part = { itemType: bigint }
type OrderMessage = Record<string, unknown> & { offer: Part[]; consideration: Part[] }

const fulfil = (order: OrderMessage, signature: Hex): Call => {
  const open = (parts: Part[], side: number) =>
    parts.flatMap(({ itemType }, at) =>
      itemType > 3n
        ? [{ orderIndex: 0n, side, index: BigInt(at), identifier: 7n, criteriaProof: [] }]
        : [],
    )
  const parameters = {
    ...order,
    totalOriginalConsiderationItems: BigInt(order.consideration.length),
  }
  const data = encode(
    'fulfillAdvancedOrder(Order order, Criterion[] criteria, bytes32 conduitKey, address recipient)',
    [
      { parameters, numerator: 1n, denominator: 1n, signature, extraData: '0x' },
      [...open(order.offer, 0), ...open(order.consideration, 1)],
      zeroHash,
      zeroAddress,
    ],
  )
  return { from: stranger, to: seaport, data, value: 2n ** 130n }
}

/** A buyer's call of Seaport for one order. */
export const takeOrder = ({ handed, signature }: Attack): Call[] => [
  fulfil(argumentsOf(handed) as OrderMessage, signature),
]

const flat = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.flatMap(flat) : [value as Record<string, unknown>]

/** A buyer's call of Seaport for one order of a tree, with its place and the hashes beside its way up. */
export const takeFromTree = ({ handed, signature }: Attack, at: number): Call[] => {
  const orders = flat(argumentsOf(handed).tree)
  const order = orders[at]
  if (!order) return []
  const proof: Hex[] = []
  let row = orders.map((data) =>
    hashStruct({ types: handed.types, primaryType: 'OrderComponents', data }),
  )
  for (let place = at; row.length > 1; place >>= 1) {
    proof.push(row[place ^ 1] ?? zeroHash)
    row = row.flatMap((hash, index) =>
      index % 2 === 0 ? [keccak256(concat([hash, row[index + 1] ?? zeroHash]))] : [],
    )
  }
  const whole = concat([signature, numberToHex(at, { size: 3 }), ...proof])
  return [fulfil(order as OrderMessage, whole)]
}

/** The hash of a domain, as viem makes it from the data that the sample has. */
export const separatorOf = ({ domain, types }: Data): Hex => hashDomain({ domain, types })

/** A taker's calls of a contract of our own, which first learns whose domain it has. */
export const submitTo =
  ({ abi: own }: Artifact, given: Data) =>
  ({ handed, signature }: Attack): Call[] => {
    const to = given.domain.verifyingContract as Address
    const message = argumentsOf(handed) as Record<string, Address>
    const taker = [message.taker, message.sender].find(
      (one) => one !== undefined && BigInt(one) !== 0n,
    )
    const from = taker ?? stranger
    const has = (name: string) => own.some((item) => item.type === 'function' && item.name === name)
    const drain = encode('drain(address owner)', [alice])
    const isPayable = own.some(
      (item) =>
        item.type === 'function' && item.name === 'submit' && item.stateMutability === 'payable',
    )
    return [
      { from, to, data: encode('bind(bytes32 value)', [separatorOf(given)]) },
      ...(has('own') ? [{ from, to, data: encode('own(address account)', [alice]) }] : []),
      {
        from,
        to,
        data: encodeFunctionData({ abi: own, functionName: 'submit', args: [message, signature] }),
        // A contract that pays in the chain's coin has it from the one who calls.
        ...(isPayable ? { value: 2n ** 130n } : {}),
      },
      ...(has('drain') && message.spender ? [{ from: message.spender, to, data: drain }] : []),
    ]
  }
