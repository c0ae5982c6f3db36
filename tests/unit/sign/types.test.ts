import { describe, expect, test } from 'vitest'
import { readTypes, refuse } from '@/lib/sign/types'
import { whyRefused } from './refusals'

/** Reads the types of a message `M` with one field. */
const readOne = (type: unknown, others: Record<string, unknown> = {}, allowsArrays = true) =>
  readTypes({ EIP712Domain: [], M: [{ name: 'a', type }], ...others }, 'M', allowsArrays)

const refusalOfType = (type: unknown, others: Record<string, unknown> = {}, allowsArrays = true) =>
  whyRefused(() => readOne(type, others, allowsArrays))

describe('a type of Solidity needs no declaration:', () => {
  const bytes = Array.from({ length: 32 }, (_, at) => `bytes${at + 1}`)
  const integers = Array.from({ length: 32 }, (_, at) => [`int${8 * at + 8}`, `uint${8 * at + 8}`])
  test.each(['address', 'bool', 'string', 'bytes', 'int', 'uint', ...bytes, ...integers.flat()])(
    '%s',
    (type) => {
      expect(readOne(type)).toEqual({ EIP712Domain: [], M: [{ name: 'a', type }] })
    },
  )
})

describe('a type that Solidity does not have needs one:', () => {
  const names = `
    bytes0 bytes00 bytes01 bytes33 bytes40 bytes100 bytes320 xbytes uint0 int00
    uint08 int008 uint1 uint7 int12 uint255 int257 uint264 int512 uint999 uint2560
    uint8x xuint8 uuint8 xint Uint8 addressx xaddress Address boolx xbool stringx
    xstring fixed
  `
  test.each(names.trim().split(/\s+/))('%s', (type) => {
    expect(refusalOfType(type)).toBe(`types.${type} must be an array of fields`)
    expect(readOne(type, { [type]: [] })).toHaveProperty(type, [])
  })
})

describe('lists', () => {
  test.each(['bool[]', 'bool[2]', 'bool[10][]', 'bool[][][3]', 'S[]', 'S[12][]'])(
    'are of the type before them: %s',
    (type) => {
      expect(readOne(type, { S: [] }).M).toEqual([{ name: 'a', type }])
    },
  )

  test.each([
    ['bool[x]', 'bool[x]'],
    ['bool[-1]', 'bool[-1]'],
    ['bool[', 'bool['],
    ['bool]', 'bool]'],
    ['bool[]x', 'bool[]x'],
    ['bool[x][2]', 'bool[x]'],
    ['[]', ''],
  ])('are none as %s', (type, named) => {
    expect(refusalOfType(type)).toBe(
      `types.${named} must have a name of letters, digits and _ that is no type of Solidity`,
    )
  })

  test.each(['bool[]', 'bool[2]', 'S[][2]'])('are not of version 3: %s', (type) => {
    expect(refusalOfType(type, { S: [] }, false)).toBe('types.M[0].type needs eth_signTypedData_v4')
  })

  test('in types that nothing uses are no matter of version 3', () => {
    const others = { Unused: [{ name: 'a', type: 'bool[]' }] }
    expect(readOne('bool', others, false)).toEqual({
      EIP712Domain: [],
      M: [{ name: 'a', type: 'bool' }],
    })
  })
})

test('what is kept of the types is what domain and message use, and of a field its name and type', () => {
  const given = {
    EIP712Domain: [{ name: 'name', type: 'string', indexed: true }],
    M: [
      { name: 'a', type: 'S', note: 1 },
      { name: 'b', type: 'S[]' },
      { name: 'c', type: 'T' },
    ],
    S: [{ name: 'x', type: 'bool' }],
    T: [{ name: 'x', type: 'S' }],
    Unused: 'nonsense',
  }
  const kept = readTypes(given, 'M', true)
  expect(kept).toEqual({
    EIP712Domain: [{ name: 'name', type: 'string' }],
    M: [
      { name: 'a', type: 'S' },
      { name: 'b', type: 'S[]' },
      { name: 'c', type: 'T' },
    ],
    S: [{ name: 'x', type: 'bool' }],
    T: [{ name: 'x', type: 'S' }],
  })
})

describe('the declaration of a struct is refused', () => {
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'bool a'],
    ['an object', { a: 'bool' }],
  ])('as %s', (_, fields) => {
    expect(refusalOfType('S', { S: fields })).toBe('types.S must be an array of fields')
  })

  test('where it is that of the domain', () => {
    expect(whyRefused(() => readTypes({ EIP712Domain: [] }, 'EIP712Domain', true))).toBe(
      'primaryType must be that of a message',
    )
  })

  test('where that of the domain is none', () => {
    expect(refusalOfType('bool', { EIP712Domain: undefined })).toBe(
      'types.EIP712Domain must be an array of fields',
    )
  })

  test('where it contains itself, at any distance', () => {
    const holding = (type: string) => [{ name: 'a', type }]
    expect(refusalOfType('M')).toBe('types.M must not contain itself')
    expect(refusalOfType('S', { S: holding('S[]') })).toBe('types.S must not contain itself')
    expect(refusalOfType('S', { S: holding('T'), T: holding('M') })).toBe(
      'types.M must not contain itself',
    )
  })
})

test('a reason names no more than the first 200 characters of where it is', () => {
  expect(whyRefused(() => refuse('a'.repeat(200), 'must not be'))).toBe(
    `${'a'.repeat(200)} must not be`,
  )
  expect(whyRefused(() => refuse(`${'a'.repeat(200)}b`, 'must not be'))).toBe(
    `${'a'.repeat(200)} must not be`,
  )
})
