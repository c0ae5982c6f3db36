import * as v from 'valibot'
import { TypedDataEncoder } from 'ethers'
import { describe, expect, test } from 'vitest'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { typedDataParams } from '@/lib/sign/signParams'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, stranger } from '../accounts'
import { dataOf, mail } from './typedDataSamples'

const messageOf = (data: unknown, allowsArrays = true): string => {
  try {
    readTypedData(data, allowsArrays)
    return 'taken'
  } catch (error) {
    const { code, message } = error as { code: number; message: string }
    expect(code).toBe(-32602)
    return message.replace('The wallet cannot parse the request: ', '')
  }
}

const withTypes = (types: object) => ({ ...mail, types: { ...mail.types, ...types } })
const one = (type: string, value: unknown, others = {}) =>
  dataOf('One', { a: type }, { a: value }, {}, others)

test('the example of EIP-712 hashes as it says there', () => {
  const original = {
    ...mail,
    domain: {
      ...mail.domain,
      chainId: 1,
      verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
    },
    message: {
      from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
      to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
      contents: 'Hello, Bob!',
    },
  }
  expect(hashTypedData(readTypedData(original, true))).toBe(
    '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
  )
})

test('what no type declares is neither kept nor signed', () => {
  const more = {
    ...mail,
    extra: 1,
    types: { ...mail.types, Unused: [{ name: 'x', type: 'nonsense' }] },
    domain: { ...mail.domain, salt: 'x' },
    message: { ...mail.message, cc: 'y', from: { ...mail.message.from, age: 5 } },
  }
  expect(readTypedData(more, true)).toEqual(readTypedData(mail, true))
})

describe('bad typed data is refused, the field being named', () => {
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'typed data must be an object'],
    ['a list', [], 'typed data must be an object'],
    ['no types', { ...mail, types: undefined }, 'types must be an object'],
    ['no primary type', { ...mail, primaryType: undefined }, 'primaryType must be a string'],
    ['the domain as message', { ...mail, primaryType: 'EIP712Domain' }, 'primaryType must be'],
    ['no type of the domain', withTypes({ EIP712Domain: undefined }), 'types.EIP712Domain must be'],
    ['an unknown type', withTypes({ Person: undefined }), 'types.Person must be an array'],
    ['a type of the prototype', { ...mail, primaryType: 'constructor' }, 'types.constructor must'],
    ['a nested one', one('toString', 'x'), 'types.toString must be an array'],
    ['a field without a name', withTypes({ Person: [{ type: 'bool' }] }), 'types.Person[0].name'],
    ['a field that is null', withTypes({ Person: [null] }), 'types.Person[0].name'],
    ['a field without a type', withTypes({ Person: [{ name: 'a' }] }), 'types.Person[0].type'],
    [
      'a name with a bracket',
      withTypes({ Person: [{ name: 'a)B(bool b', type: 'bool' }] }),
      'types.Person[0].name must be a name',
    ],
    [
      'a name twice',
      withTypes({ Person: [1, 2].map(() => ({ name: 'a', type: 'bool' })) }),
      'types.Person[1].name must be its only one',
    ],
    ['a struct named as an atom', one('uint256', 1, { uint256: [] }), 'taken'],
    ['a primary type that is an atom', dataOf('address', {}, {}), 'types.address must have a name'],
    ['a struct with an odd name', one('A:B', {}, { 'A:B': [] }), 'types.A:B must have a name'],
    ['no domain', { ...mail, domain: undefined }, 'domain must be an object'],
    ['a domain that lacks a field', { ...mail, domain: {} }, 'domain.name is missing'],
    ['no message', { ...mail, message: null }, 'message must be an object'],
    [
      'a message that lacks a field',
      { ...mail, message: { ...mail.message, from: { name: 'x' } } },
      'message.from.wallet is missing',
    ],
    [
      'an inherited field',
      dataOf('One', { toString: 'string' }, {}),
      'message.toString is missing',
    ],
    ['a list that is none', one('bool[]', true), 'message.a must be an array'],
    ['a list of another length', one('bool[2]', [true]), 'message.a must hold 2 values'],
    ['a bad value in lists', one('bool[][2]', [[], [1]]), 'message.a[1][0] must be a boolean'],
    ['a short address', one('address', '0x12'), 'message.a must be 20 bytes of hex'],
    ['a long bytes4', one('bytes4', '0x1234567890'), 'message.a must be 4 bytes of hex'],
    ['odd bytes', one('bytes', '0x123'), 'message.a must be bytes of hex'],
    ['bytes as text', one('bytes', 'hello'), 'message.a must be bytes of hex'],
    ['a number as text', one('string', 5), 'message.a must be a string'],
    ['a fraction', one('uint256', 0.5), 'message.a must be an integer'],
    ['a number that JSON has rounded', one('uint256', 2 ** 53), 'message.a must be an integer'],
    ['an integer that is no text', one('uint256', null), 'message.a must be an integer'],
    ['a word', one('uint256', '1abc'), 'message.a must be an integer'],
    ['a negative uint', one('uint8', -1), 'message.a must fit uint8'],
    ['a uint that is too large', one('uint8', 256), 'message.a must fit uint8'],
    ['an int that is too large', one('int8', '128'), 'message.a must fit int8'],
    ['an int that is too small', one('int8', '-129'), 'message.a must fit int8'],
    ['a type that is none', one('uint7', 1), 'types.uint7 must be an array'],
    ['bytes33', one('bytes33', '0x'), 'types.bytes33 must be an array'],
  ])('%s', (_, data, message) => {
    expect(messageOf(data)).toContain(message)
  })

  test.each<[string, string]>([
    ['typed data', '{"__proto__":{"types":{}}}'],
    ['types', JSON.stringify(mail).replace('"Person":[', '"__proto__":[')],
    ['domain', JSON.stringify(mail).replace('"version":"1"', '"version":"1","__proto__":5')],
    ['message.from', JSON.stringify(mail).replace('"name":"Cow"', '"name":"Cow","__proto__":{}')],
  ])('the key __proto__ in %s', (path, json) => {
    expect(messageOf(JSON.parse(json))).toBe(`${path}.__proto__ must not be there`)
  })

  test('types that contain themselves, directly, in lists and in a circle', () => {
    const circle = (type: string) =>
      withTypes({ Person: [{ name: 'mail', type }], Mail: [{ name: 'from', type: 'Person' }] })
    for (const type of ['Mail', 'Mail[]', 'Mail[2][]'])
      expect(messageOf(circle(type))).toBe('types.Mail must not contain itself')
    expect(messageOf(circle('Person[]'))).toBe('types.Person must not contain itself')
  })

  test('what is too deep, too long or too much', () => {
    const chain = Array.from({ length: 40 }, (_, at): [string, object] => [
      `T${at}`,
      [{ name: 'a', type: `T${at + 1}[]` }],
    ])
    expect(messageOf(one('T0', { a: [] }, Object.fromEntries(chain)))).toBe(
      'types.T31 nests deeper than 32 levels',
    )
    expect(messageOf(one('bool[]', Array(10_001).fill(true)))).toContain(
      'is beyond the 10000 values',
    )
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`field${at}`, 'bool']))
    expect(messageOf(dataOf('One', wide, {}))).toContain('is beyond the 8192 characters of types')
    const text = `${'['.repeat(33)}${']'.repeat(33)}`
    expect(() => v.parse(typedDataParams(4), [alice, text])).toThrow('nest deeper than 32')
  })
})

test('version 3 has no lists', () => {
  expect(messageOf(one('bool[]', []), false)).toBe('types.One[0].type needs eth_signTypedData_v4')
  expect(messageOf(mail, false)).toBe('taken')
})

test('a primary type may have a colon, as long as it holds no struct', () => {
  const plain = dataOf('Exchange:Send', { to: 'string' }, { to: stranger })
  const kept = readTypedData(plain, true)
  const { EIP712Domain: _, ...types } = plain.types
  expect(hashTypedData(kept)).toBe(
    TypedDataEncoder.hash(plain.domain, types as never, plain.message),
  )
  const nested = dataOf('Exchange:Send', { a: 'Part[]' }, { a: [] }, {}, { Part: [] })
  expect(messageOf(nested)).toContain('primaryType must be a name')
})
