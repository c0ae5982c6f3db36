import { describe, expect, test } from 'vitest'
import { readTypedData } from '@/lib/sign/typedData'
import { whyRefused } from './refusals'

/** Typed data of a message with one value. */
const dataWith = (type: string, value: unknown, others: object = {}) => ({
  types: { EIP712Domain: [], M: [{ name: 'a', type }], ...others },
  primaryType: 'M',
  domain: {},
  message: { a: value },
})

const kept = (type: string, value: unknown) => readTypedData(dataWith(type, value), true).message.a

const refusal = (type: string, value: unknown, others: object = {}) =>
  whyRefused(() => readTypedData(dataWith(type, value, others), true))

describe('an integer', () => {
  test.each<[string, unknown, string]>([
    ['uint8', 0, '0'],
    ['uint8', 255, '255'],
    ['uint8', '255', '255'],
    ['uint8', '0xff', '255'],
    ['uint8', '0xFF', '255'],
    ['uint8', '-0', '0'],
    ['uint8', '007', '7'],
    ['uint8', `0x${'0'.repeat(62)}ff`, '255'],
    ['int8', 127, '127'],
    ['int8', -128, '-128'],
    ['int8', '-128', '-128'],
    ['uint256', Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['uint256', String(2n ** 256n - 1n), String(2n ** 256n - 1n)],
    ['uint', String(2n ** 256n - 1n), String(2n ** 256n - 1n)],
    ['uint256', `0x${'f'.repeat(64)}`, String(2n ** 256n - 1n)],
    ['int256', String(2n ** 255n - 1n), String(2n ** 255n - 1n)],
    ['int', String(-(2n ** 255n)), String(-(2n ** 255n))],
    ['int256', '1'.padStart(78, '0'), '1'],
  ])('of %s is kept in decimals: %j', (type, value, decimals) => {
    expect(kept(type, value)).toBe(decimals)
  })

  test.each<[string, unknown]>([
    ['uint8', 256],
    ['uint8', '0x100'],
    ['uint8', -1],
    ['uint8', '-1'],
    ['int8', 128],
    ['int8', '0x80'],
    ['int8', -129],
    ['uint256', String(2n ** 256n)],
    ['uint', String(2n ** 256n)],
    ['int256', String(2n ** 255n)],
    ['int', String(2n ** 255n)],
    ['int', String(-(2n ** 255n) - 1n)],
    ['uint16', 65_536],
  ])('of %s must fit: %j', (type, value) => {
    expect(refusal(type, value)).toBe(`message.a must fit ${type}`)
  })

  test.each<unknown>([
    null,
    true,
    [],
    {},
    0.5,
    2 ** 53,
    -(2 ** 53),
    Number.POSITIVE_INFINITY,
    undefined,
    '',
    ' ',
    '-',
    '0x',
    '--1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '1 ',
    '0xg',
    'x1',
    '1x',
    '-0x1',
    '0b1',
    '1_000',
    '1n',
    '1\n',
    '1'.padStart(79, '0'),
    `0x${'0'.repeat(64)}1`,
    '0X1',
    'a0x1',
  ])('is a number, decimals or hex, and not %j', (value) => {
    expect(refusal('uint256', value)).toBe(
      'message.a must be an integer: a number, decimals or hex',
    )
  })
})

describe('bytes', () => {
  const address = `0x${'aB'.repeat(20)}`

  test.each<[string, string]>([
    ['bytes', '0x'],
    ['bytes', '0xAb'],
    ['bytes', `0x${'AB'.repeat(100)}`],
    ['bytes1', '0xAB'],
    ['bytes32', `0x${'Ab'.repeat(32)}`],
    ['address', address],
  ])('of %s are kept in lower case', (type, value) => {
    expect(kept(type, value)).toBe(value.toLowerCase())
  })

  test.each<[string, unknown, string]>([
    ['bytes', '0x1', 'bytes of hex'],
    ['bytes', '', 'bytes of hex'],
    ['bytes', 'ab', 'bytes of hex'],
    ['bytes', '0xabz', 'bytes of hex'],
    ['bytes', 'x0xab', 'bytes of hex'],
    ['bytes', '0xab ', 'bytes of hex'],
    ['bytes', 5, 'bytes of hex'],
    ['bytes', ['0xab'], 'bytes of hex'],
    ['bytes1', '0x', '1 bytes of hex'],
    ['bytes1', '0xabab', '1 bytes of hex'],
    ['bytes32', `0x${'ab'.repeat(31)}`, '32 bytes of hex'],
    ['bytes32', `0x${'ab'.repeat(33)}`, '32 bytes of hex'],
    ['bytes32', `0x${'zz'.repeat(32)}`, '32 bytes of hex'],
    ['address', address.slice(0, -2), '20 bytes of hex'],
    ['address', `${address}ab`, '20 bytes of hex'],
    ['address', null, '20 bytes of hex'],
  ])('of %s are refused as %j', (type, value, what) => {
    expect(refusal(type, value)).toBe(`message.a must be ${what}`)
  })
})

test.each<[string, unknown, string]>([
  ['string', null, 'a string'],
  ['string', {}, 'a string'],
  ['bool', 'true', 'a boolean'],
  ['bool', 1, 'a boolean'],
  ['bool', null, 'a boolean'],
])('a %s is not %j', (type, value, what) => {
  expect(refusal(type, value)).toBe(`message.a must be ${what}`)
})

test('texts and truths are kept as they are', () => {
  expect([kept('string', 'Ab\u202e'), kept('bool', true), kept('bool', false)]).toEqual([
    'Ab\u202e',
    true,
    false,
  ])
})
