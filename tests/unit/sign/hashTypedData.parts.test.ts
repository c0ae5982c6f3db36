import { hashTypedData as viemHash, type Hex, type TypedDataDefinition } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeType, hashTypedData, typedDataDigests } from '@/lib/sign/hashTypedData'
import type { TypedData, Value } from '@/lib/sign/typedData'

const fieldsOf = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, type]) => ({ name, type }))

describe('the text of a type', () => {
  const types = {
    Transaction: fieldsOf({ from: 'Person', to: 'Person', tx: 'Asset' }),
    Person: fieldsOf({ wallet: 'address', name: 'string' }),
    Asset: fieldsOf({ token: 'address', amount: 'uint256' }),
    Zoo: fieldsOf({ all: 'Transaction[2][]', b: 'Bear' }),
    Bear: [],
    Deep: fieldsOf({ zoo: 'Zoo[]' }),
    Odd: fieldsOf({ a: 'toString', b: 'constructor[]' }),
  }

  test.each([
    [
      'Transaction',
      'Transaction(Person from,Person to,Asset tx)Asset(address token,uint256 amount)Person(address wallet,string name)',
    ],
    ['Person', 'Person(address wallet,string name)'],
    ['Bear', 'Bear()'],
    [
      'Zoo',
      'Zoo(Transaction[2][] all,Bear b)Asset(address token,uint256 amount)Bear()Person(address wallet,string name)Transaction(Person from,Person to,Asset tx)',
    ],
    [
      'Deep',
      'Deep(Zoo[] zoo)Asset(address token,uint256 amount)Bear()Person(address wallet,string name)Transaction(Person from,Person to,Asset tx)Zoo(Transaction[2][] all,Bear b)',
    ],
    ['Odd', 'Odd(toString a,constructor[] b)'],
  ])('of %s is its own, then those of the structs in it by name', (name, text) => {
    expect(encodeType(types, name)).toBe(text)
  })
})

/** Typed data of a message with one value. */
const dataWith = (type: string, value: Value, others: TypedData['types'] = {}): TypedData => ({
  types: {
    EIP712Domain: fieldsOf({ name: 'string', chainId: 'uint256' }),
    M: fieldsOf({ before: 'bool', a: type, after: 'bool' }),
    ...others,
  },
  primaryType: 'M',
  domain: { name: 'Test', chainId: '8453' },
  message: { before: false, a: value, after: false },
})

const byViem = (data: TypedData): Hex => viemHash(data as unknown as TypedDataDefinition)

const S = fieldsOf({ x: 'uint8' })

describe('a value is hashed as viem has it:', () => {
  test.each<[string, Value, TypedData['types']?]>([
    ['bool', true],
    ['bool', false],
    ['string', ''],
    ['string', 'Grüße 👋'],
    ['bytes', '0x'],
    ['bytes', `0x${'ab'.repeat(33)}`],
    ['bytes1', '0xab'],
    ['bytes31', `0x${'ab'.repeat(31)}`],
    ['bytes32', `0x${'ab'.repeat(32)}`],
    ['address', `0x${'ab'.repeat(20)}`],
    ['uint256', '0'],
    ['uint256', String(2n ** 256n - 1n)],
    ['uint256', String(2n ** 64n)],
    ['uint256', String(2n ** 128n + 5n)],
    ['uint256', String(2n ** 192n + 7n)],
    ['int256', '-1'],
    ['int256', String(-(2n ** 255n))],
    ['int8', '-128'],
    ['bool[]', []],
    ['bool[]', [true, false, true]],
    [
      'string[2][]',
      [
        ['a', 'b'],
        ['', 'c'],
      ],
    ],
    ['S', { x: '7' }, { S }],
    ['S[]', [{ x: '7' }, { x: '8' }], { S }],
    ['S[1][2]', [[{ x: '7' }], [{ x: '8' }]], { S }],
  ])('%s %j', (type, value, others) => {
    const data = dataWith(type, value, others)
    expect(hashTypedData(data)).toBe(byViem(data))
  })
})

test.each<[string, TypedData]>([
  ['the message', { ...dataWith('bool', true), message: { before: true, after: true } }],
  ['the domain', { ...dataWith('bool', true), domain: { name: 'Test' } }],
  ['a struct', dataWith('S', {}, { S })],
])('what lacks a value in %s is not hashed', (_, data) => {
  expect(() => hashTypedData(data)).toThrow('a value is missing')
})

test('the digest is of both hashes, and each is of its own part', () => {
  const one = typedDataDigests(dataWith('uint8', '1'))
  const two = typedDataDigests(dataWith('uint8', '2'))
  const elsewhere = typedDataDigests({
    ...dataWith('uint8', '1'),
    domain: { name: 'Test', chainId: '1' },
  })
  expect(two.domainHash).toBe(one.domainHash)
  expect(elsewhere.messageHash).toBe(one.messageHash)
  expect(new Set([one, two, elsewhere].map(({ digest }) => digest)).size).toBe(3)
  expect(new Set([one, two].map(({ messageHash }) => messageHash)).size).toBe(2)
  expect(elsewhere.domainHash).not.toBe(one.domainHash)
})
