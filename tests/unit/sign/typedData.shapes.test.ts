import { describe, expect, test } from 'vitest'
import { readTypedData } from '@/lib/sign/typedData'
import { whyRefused } from './refusals'

/** Typed data of a message with one value; `S` is a struct with one field. */
const dataWith = (type: string, value: unknown) => ({
  types: { EIP712Domain: [], M: [{ name: 'a', type }], S: [{ name: 'x', type: 'bool' }] },
  primaryType: 'M',
  domain: {},
  message: { a: value },
})

const kept = (type: string, value: unknown) => readTypedData(dataWith(type, value), true).message.a

const refusal = (type: string, value: unknown) =>
  whyRefused(() => readTypedData(dataWith(type, value), true))

describe('a list', () => {
  test.each<[string, unknown]>([
    ['bool[]', []],
    ['bool[]', [true, false]],
    ['bool[2]', [true, false]],
    ['bool[10]', Array.from({ length: 10 }, () => true)],
    ['bool[0]', []],
    ['bool[2][]', [[true, false]]],
    ['bool[][2]', [[], [true]]],
    ['S[]', [{ x: true }]],
  ])('of %s is kept as %j', (type, value) => {
    expect(kept(type, value)).toEqual(value)
  })

  test.each<[string, unknown, string]>([
    ['bool[]', { length: 0 }, 'message.a must be an array'],
    ['bool[]', null, 'message.a must be an array'],
    ['bool[2]', [true], 'message.a must hold 2 values'],
    ['bool[2]', [true, true, true], 'message.a must hold 2 values'],
    ['bool[0]', [true], 'message.a must hold 0 values'],
    ['bool[10]', [true], 'message.a must hold 10 values'],
    ['bool[2][]', [[true, true], [true]], 'message.a[1] must hold 2 values'],
    ['bool[][2]', [[], true], 'message.a[1] must be an array'],
    ['bool[]', [true, 1], 'message.a[1] must be a boolean'],
    ['S[]', [{ x: true }, {}], 'message.a[1].x is missing'],
    ['S[]', [{ x: 1 }], 'message.a[0].x must be a boolean'],
  ])('of %s is refused as %j', (type, value, why) => {
    expect(refusal(type, value)).toBe(why)
  })
})

describe('a struct', () => {
  test.each<[unknown]>([[null], [undefined], ['x'], [[]], [[{ x: true }]], [true]])(
    'is no %j',
    (value) => {
      expect(refusal('S', value)).toBe('message.a must be an object')
    },
  )

  test('is kept with what its type declares alone', () => {
    expect(kept('S', { x: true, y: 1 })).toEqual({ x: true })
  })

  test('has no field of a prototype', () => {
    expect(refusal('S', Object.create({ x: true }))).toBe('message.a.x is missing')
    expect(refusal('S', JSON.parse('{"x":true,"__proto__":{}}'))).toBe(
      'message.a.__proto__ must not be there',
    )
  })

  test('may be named as a type of Solidity only where nothing uses it', () => {
    const { types, ...rest } = dataWith('uint8', 1)
    expect(readTypedData({ ...rest, types: { ...types, uint8: [] } }, true).message).toEqual({
      a: '1',
    })
  })
})

describe('typed data', () => {
  test.each<[unknown]>([[undefined], [null], ['{}'], [[]], [5]])('are no %j', (data) => {
    expect(whyRefused(() => readTypedData(data, true))).toBe('typed data must be an object')
  })

  const { types, primaryType, domain, message } = dataWith('bool', true)

  test('are kept with these four parts alone', () => {
    const more = { types, primaryType, domain, message, extra: 1 }
    expect(readTypedData(more, true)).toEqual({
      types: { EIP712Domain: [], M: [{ name: 'a', type: 'bool' }] },
      primaryType: 'M',
      domain: {},
      message: { a: true },
    })
  })

  test.each<[string, object, string]>([
    ['types', { primaryType, domain, message }, 'types must be an object'],
    ['a primary type', { types, domain, message }, 'primaryType must be a string'],
    [
      'a primary type that is a text',
      { types, primaryType: 5, domain, message },
      'primaryType must be a string',
    ],
    ['a domain', { types, primaryType, message }, 'domain must be an object'],
    ['a message', { types, primaryType, domain }, 'message must be an object'],
  ])('are refused without %s', (_, data, why) => {
    expect(whyRefused(() => readTypedData(data, true))).toBe(why)
  })

  test('of version 3 have no lists', () => {
    expect(whyRefused(() => readTypedData(dataWith('bool[]', []), false))).toBe(
      'types.M[0].type needs eth_signTypedData_v4',
    )
    expect(readTypedData(dataWith('S', { x: true }), false).message).toEqual({ a: { x: true } })
  })
})

describe('typed data hold 10,000 values', () => {
  const truths = (length: number) => Array.from({ length }, () => true)

  test('the list among them', () => {
    expect(kept('bool[]', truths(9_999))).toHaveLength(9_999)
    expect(refusal('bool[]', truths(10_000))).toBe('message.a[9999] is beyond the 10000 values')
  })

  test('each struct and each of its fields among them', () => {
    const structs = (length: number) => Array.from({ length }, () => ({ x: true }))
    expect(kept('S[]', structs(4_999))).toHaveLength(4_999)
    expect(refusal('S[]', structs(5_000))).toBe('message.a[4999].x is beyond the 10000 values')
  })

  test('those of the domain among them', () => {
    const { types, ...rest } = dataWith('bool[]', truths(9_999))
    const data = {
      ...rest,
      types: { ...types, EIP712Domain: [{ name: 'name', type: 'string' }] },
      domain: { name: 'x' },
    }
    expect(whyRefused(() => readTypedData(data, true))).toBe(
      'message.a[9998] is beyond the 10000 values',
    )
  })
})
