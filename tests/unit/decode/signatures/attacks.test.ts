import {
  concat,
  encodeAbiParameters,
  keccak256,
  maxUint256,
  parseAbiParameters,
  stringToHex,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { readSignature } from '@/lib/decode/signatures'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, stranger } from '../../accounts'
import { linesOf } from './lines'
import { now, permit2, usdc } from './samples'
import { typedOf, type Data } from './typedOf'

const read = (data: Data) =>
  readSignature(readTypedData(data, true), { signer: alice, chainId: 8453, now })

const domain = { name: 'Permit2', chainId: 8453, verifyingContract: permit2 }
const dai = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const start =
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,'
const message = {
  permitted: { token: usdc, amount: '250000000000' },
  spender: stranger,
  nonce: 1,
  deadline: now / 1000 + 1800,
}
const lost = [`250000000000 of ${usdc} spent by ${stranger}`]

/** Returns the digest that Permit2 itself computes (PermitHash.hashWithWitness), independently of the wallet. */
const onChain = (witnessTypeString: string, witness: Hex): Hex => {
  const typeHash = keccak256(stringToHex(`${start}${witnessTypeString}`))
  const permitted = keccak256(
    encodeAbiParameters(parseAbiParameters('bytes32, address, uint256'), [
      keccak256(stringToHex(permissions)),
      usdc,
      250_000_000_000n,
    ]),
  )
  const struct = keccak256(
    encodeAbiParameters(
      parseAbiParameters('bytes32, bytes32, address, uint256, uint256, bytes32'),
      [typeHash, permitted, stranger, 1n, BigInt(message.deadline), witness],
    ),
  )
  const separator = keccak256(
    encodeAbiParameters(parseAbiParameters('bytes32, bytes32, uint256, address'), [
      keccak256(stringToHex('EIP712Domain(string name,uint256 chainId,address verifyingContract)')),
      keccak256(stringToHex('Permit2')),
      8453n,
      permit2,
    ]),
  )
  return keccak256(concat(['0x1901', separator, struct]))
}

describe('a witness of the spender’s choice never is the headline', () => {
  const detail = { token: dai, amount: '1000000000000000000', expiration: now / 1000 + 600 }

  test('that imitates the details of another permit', () => {
    const witness = 'D details)D(address token,uint256 amount,uint256 expiration)'
    const data = typedOf(`${start}${witness}${permissions}`, domain, {
      ...message,
      details: detail,
    })
    const hash = keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32, address, uint256, uint256'), [
        keccak256(stringToHex('D(address token,uint256 amount,uint256 expiration)')),
        dai,
        BigInt(detail.amount),
        BigInt(detail.expiration),
      ]),
    )
    // Permit2 takes this very signature and pays out what is permitted.
    expect(hashTypedData(readTypedData(data, true))).toBe(onChain(`${witness}${permissions}`, hash))
    const reading = read(data)
    expect(linesOf(reading)).toEqual(lost)
    expect(reading).toMatchObject({ witness: { name: 'details', type: 'D' } })
  })

  test.each<[string, string, unknown]>([
    ['uint256', 'value', '0'],
    ['address', 'owner', alice],
    ['bool', 'allowed', false],
    ['uint256', 'expiry', '1'],
    ['bytes32', 'witness', `0x${'00'.repeat(32)}`],
  ])('that is a %s %s', (type, name, value) => {
    const text = `${type} ${name})${permissions}`
    const data = typedOf(`${start}${text}`, domain, { ...message, [name]: value })
    const word =
      typeof value === 'boolean'
        ? encodeAbiParameters([{ type: 'bool' }], [value])
        : encodeAbiParameters([{ type }], [type === 'uint256' ? BigInt(String(value)) : value])
    expect(hashTypedData(readTypedData(data, true))).toBe(onChain(text, word))
    expect(linesOf(read(data))).toEqual(lost)
  })

  test('and two of them, or none of Permit2’s own structs, are unread', () => {
    const two = `${start}uint256 value,uint256 expiry)${permissions}`
    expect(read(typedOf(two, domain, { ...message, value: 0, expiry: 0 })).kind).toBe('unread')
    const other = `${start}uint256 value)TokenPermissions(uint256 amount,address token)`
    expect(read(typedOf(other, domain, { ...message, value: 0 })).kind).toBe('unread')
    const last = `${start.slice(0, -1)})${permissions}`
    expect(read(typedOf(last, domain, message)).kind).toBe('unread')
  })

  test('nor that of a reactor, for another spender or another swapper', () => {
    const output =
      'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)'
    const info =
      'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,' +
      'address additionalValidationContract,bytes additionalValidationData)'
    const text = `${start}V2DutchOrder witness)${output}${info}${permissions}V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)`
    const reactor = '0x00000011F84B9aa48e5f8aA8B9897600006289Be'
    const order = (spender: string, swapper: string) =>
      typedOf(
        text,
        { ...domain, chainId: 1 },
        {
          ...message,
          spender,
          witness: {
            info: {
              reactor,
              swapper,
              nonce: 1,
              deadline: 1,
              additionalValidationContract: stranger,
              additionalValidationData: '0x',
            },
            cosigner: stranger,
            baseInputToken: usdc,
            baseInputStartAmount: 1,
            baseInputEndAmount: 1,
            baseOutputs: [{ token: dai, startAmount: 9, endAmount: 9, recipient: alice }],
          },
        },
      )
    const deedOf = (data: Data) => {
      const reading = readSignature(readTypedData(data, true), { signer: alice, chainId: 1, now })
      return reading.kind === 'read' ? reading.deed : 'unread'
    }
    expect(deedOf(order(reactor, alice))).toBe('trade')
    expect(deedOf(order(stranger, alice))).toBe('allow')
    expect(deedOf(order(reactor, stranger))).toBe('allow')
  })
})

describe('names alone say nothing', () => {
  test.each<[string, string, object]>([
    [
      'a permit with a field more',
      'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline,bool ok)',
      { owner: alice, spender: stranger, value: 1, nonce: 0, deadline: 1, ok: true },
    ],
    [
      'a permit in another order',
      'Permit(address owner,uint256 value,address spender,uint256 nonce,uint256 deadline)',
      { owner: alice, spender: stranger, value: 1, nonce: 0, deadline: 1 },
    ],
    [
      'a permit of another width',
      'Permit(address owner,address spender,uint128 value,uint256 nonce,uint256 deadline)',
      { owner: alice, spender: stranger, value: 1, nonce: 0, deadline: 1 },
    ],
    [
      'a permit under another name',
      'PermitAll(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
      { owner: alice, spender: stranger, value: 1, nonce: 0, deadline: 1 },
    ],
    ['a root of hashes', 'Root(bytes32 root)', { root: `0x${'11'.repeat(32)}` }],
    [
      'an agent that stands for a hash',
      'Agent(string source,bytes32 connectionId)',
      { source: 'a', connectionId: `0x${'11'.repeat(32)}` },
    ],
  ])('%s is unread', (_, text, given) => {
    const data = typedOf(text, { ...domain, verifyingContract: usdc }, given)
    expect(read(data)).toEqual({ kind: 'unread', doubts: ['unread signature'] })
  })
})

describe('bad input is unread, or refused', () => {
  const text = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
  const given = { owner: alice, spender: stranger, value: '1', nonce: 0, deadline: 1 }
  const good = typedOf(text, { ...domain, verifyingContract: usdc }, given)

  test.each<[string, Data]>([
    ['a missing type', { ...good, types: { EIP712Domain: good.types.EIP712Domain ?? [] } }],
    [
      'a circular type',
      { ...good, types: { ...good.types, Permit: [{ name: 'a', type: 'Permit' }] } },
    ],
    [
      'a field called __proto__',
      { ...good, types: { ...good.types, Permit: [{ name: '__proto__', type: 'uint256' }] } },
    ],
    [
      'a value beyond its width',
      { ...good, message: { ...given, value: String(maxUint256 + 1n) } },
    ],
    ['a negative amount', { ...good, message: { ...given, value: '-1' } }],
    ['a missing value', { ...good, message: { owner: alice } }],
    [
      '10,000 types',
      {
        ...good,
        types: {
          EIP712Domain: good.types.EIP712Domain ?? [],
          Permit: Array.from({ length: 10_000 }, (_, at) => ({ name: `a${at}`, type: `T${at}` })),
          ...Object.fromEntries(
            Array.from({ length: 10_000 }, (_, at) => [`T${at}`, [{ name: 'x', type: 'bool' }]]),
          ),
        },
      },
    ],
  ])('%s', (_, data) => {
    expect(() => read(data)).toThrow(expect.objectContaining({ code: -32602 }))
  })

  test('a stored message that does not fit its types any more is unread', () => {
    const kept = readTypedData(good, true)
    const broken = { ...kept, message: { ...kept.message, value: ['1'] } }
    const asked = { signer: alice, chainId: 8453, now }
    expect(readSignature(broken, asked).kind).toBe('unread')
    expect(readSignature({ ...kept, message: {} }, asked).kind).toBe('unread')
  })
})
