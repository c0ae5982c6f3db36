import { expect, test } from 'vitest'
import { chainOf, isOrder, isVerifiedBy } from '@/lib/sign/orders'
import type { TypedData } from '@/lib/sign/typedData'
import { alice, bob } from '../accounts'

/** Typed data of one struct of these fields (`type name`), with this domain. */
const dataOf = (
  primaryType: string,
  fields: readonly string[],
  domain: TypedData['domain'] = {},
): TypedData => ({
  types: {
    [primaryType]: fields.map((field) => {
      const [type = '', name = ''] = field.split(' ')
      return { type, name }
    }),
  },
  primaryType,
  domain,
  message: {},
})

const mail = ['string contents']
const entryPoints = [
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  '0x433709009B8330FDa32311DF1C2AFA402eD8D009',
]

test.each(entryPoints)(
  'what the EntryPoint %s verifies is an order, however it is written',
  (at) => {
    const number = BigInt(at).toString()
    for (const verifyingContract of [at, at.toLowerCase(), number])
      expect(isOrder(dataOf('Mail', mail, { verifyingContract }))).toBe(true)
  },
)

test.each([
  ['the name of its domain', dataOf('Mail', mail, { name: 'ERC4337' })],
  ['its type, of before 0.7', dataOf('UserOperation', mail)],
  ['its type', dataOf('PackedUserOperation', mail)],
  ['a delegation of MetaMask', dataOf('Delegation', ['address delegate', 'address delegator'])],
  [
    'a delegation of votes with one more field',
    dataOf('Delegation', ['address delegatee', 'uint256 nonce', 'uint256 expiry', 'bytes32 x']),
  ],
  ['an intent of Porto', dataOf('Other', ['uint256 nonce', 'Call[] calls', 'address eoa'])],
])('an order is known by %s', (_, data) => {
  expect(isOrder(data)).toBe(true)
})

test.each([
  ['a mail', dataOf('Mail', mail)],
  ['a mail that a contract verifies', dataOf('Mail', mail, { verifyingContract: bob })],
  ['a domain of a similar name', dataOf('Mail', mail, { name: 'ERC4337 ' })],
  ['an address with more', dataOf('Mail', mail, { verifyingContract: `${entryPoints[0]} ` })],
  ['votes', dataOf('Delegation', ['address delegatee', 'uint256 nonce', 'uint256 expiry'])],
  ['calls alone', dataOf('Other', ['Call[] calls'])],
  ['an account alone', dataOf('Other', ['address eoa'])],
  ['fields of other types', dataOf('Other', ['bytes32 eoa', 'Call[] calls'])],
])('no order: %s', (_, data) => {
  expect(isOrder(data)).toBe(false)
})

test.each<[unknown, bigint | null | undefined]>([
  [undefined, undefined],
  ['8453', 8453n],
  ['0x2105', 8453n],
  ['8453 ', null],
  [' 8453', null],
  ['-1', null],
  ['', null],
  ['0x', null],
])('the chain %j is %s', (chainId, chain) => {
  expect(chainOf(dataOf('Mail', mail, { chainId } as TypedData['domain']))).toBe(chain)
})

test('an account verifies what names it, in any case, and no other', () => {
  const data = dataOf('Mail', mail, { verifyingContract: alice.toLowerCase() })
  expect(isVerifiedBy(data, [bob, alice])).toBe(true)
  expect(isVerifiedBy(data, [bob])).toBe(false)
  expect(isVerifiedBy(dataOf('Mail', mail), [alice])).toBe(false)
})
