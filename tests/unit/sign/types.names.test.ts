import { describe, expect, test } from 'vitest'
import { readTypes } from '@/lib/sign/types'
import { whyRefused } from './refusals'

const refusalOfFields = (...fields: unknown[]) =>
  whyRefused(() => readTypes({ EIP712Domain: [], M: fields }, 'M', true))

/** All of ASCII, and some beyond it. */
const characters = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  '\u00a0',
  '\u200b',
  '\u202e',
  '中',
  '👋',
]

/** Characters between the first and the last that are printed, but for those that a declaration is written with. */
const isTaken = (character: string) =>
  character > ' ' && character < '\u007f' && !'(),[]'.includes(character)

describe('the name of a field', () => {
  const no = 'types.M[0].name must be a name without spaces and brackets'

  test.each([
    ['alone', (character: string) => character],
    ['at its start', (character: string) => `${character}x`],
    ['at its end', (character: string) => `x${character}`],
    ['in it', (character: string) => `x${character}y`],
  ])('has printed ASCII, but no space, comma and bracket: %s', (_, nameWith) => {
    const wrong = characters.filter((character) => {
      const refusal = refusalOfFields({ name: nameWith(character), type: 'bool' })
      return refusal !== (isTaken(character) ? 'taken' : no)
    })
    expect(wrong).toEqual([])
  })

  test.each<[string, unknown]>([
    ['empty', { name: '', type: 'bool' }],
    ['a number', { name: 7, type: 'bool' }],
    ['a list', { name: ['a'], type: 'bool' }],
    ['missing', { type: 'bool' }],
    ['that of the prototype', { name: '__proto__', type: 'bool' }],
    ['that of nothing', undefined],
    ['that of a text', 'bool a'],
  ])('is refused where it is %s', (_, field) => {
    expect(refusalOfFields(field)).toBe(no)
  })

  test.each([['toString'], ['constructor'], ['prototype'], ['_proto_']])('may be %s', (name) => {
    expect(refusalOfFields({ name, type: 'bool' })).toBe('taken')
  })

  test('stands once in a struct', () => {
    const [a, b] = ['a', 'b'].map((name) => ({ name, type: 'bool' }))
    expect(refusalOfFields(a, b, a)).toBe('types.M[2].name must be its only one')
    expect(refusalOfFields(a, a, b)).toBe('types.M[1].name must be its only one')
    expect(refusalOfFields(a, b)).toBe('taken')
  })
})

test.each<[string, unknown]>([
  ['missing', undefined],
  ['a number', 5],
  ['a list', ['bool']],
])('the type of a field is refused where it is %s', (_, type) => {
  expect(refusalOfFields({ name: 'a', type: 'bool' }, { name: 'b', type })).toBe(
    'types.M[1].type must be a string',
  )
})

describe('the name of the message’s type', () => {
  const read = (primaryType: string, type = 'bool', others = {}) =>
    whyRefused(() =>
      readTypes(
        { EIP712Domain: [], [primaryType]: [{ name: 'a', type }], ...others },
        primaryType,
        true,
      ),
    )

  test.each(['Mail', 'mail_2', 'Exchange:Send', 'A-B', 'A.B', '2'])('may be %s', (name) => {
    expect(read(name)).toBe('taken')
  })

  test.each(['A B', 'A(', 'A,B', 'A[]', '', 'Ä', 'uint256', 'address', 'bytes32'])(
    'is refused as %j',
    (name) => {
      expect(read(name)).toBe(
        `types.${name} must have a name of letters, digits and _ that is no type of Solidity`,
      )
    },
  )

  test('may be inherited by no object', () => {
    expect(whyRefused(() => readTypes({ EIP712Domain: [] }, 'toString', true))).toBe(
      'types.toString must be an array of fields',
    )
  })

  test.each(['Part', 'Part[]', 'Part[2][]'])(
    'is of letters, digits and _ where it holds structs: %s',
    (type) => {
      const others = { Part: [] }
      for (const name of ['A:B', ':B', 'A:', 'AB-'])
        expect(read(name, type, others)).toBe(
          'primaryType must be a name of letters, digits and _ where it holds structs',
        )
      expect(read('A_2', type, others)).toBe('taken')
    },
  )

  test('is of letters, digits and _ also where one field of several is a struct', () => {
    const fields = ['bool', 'Part', 'bool'].map((type, at) => ({ name: `f${at}`, type }))
    const given = { EIP712Domain: [], 'A:B': fields, Part: [] }
    expect(whyRefused(() => readTypes(given, 'A:B', true))).toBe(
      'primaryType must be a name of letters, digits and _ where it holds structs',
    )
  })

  test.each(['bool[]', 'uint8[2][]', 'string'])('may be odd where it holds none: %s', (type) => {
    expect(read('A:B', type)).toBe('taken')
  })
})

test.each(['A:B', ':B', 'A:', 'A-B', '-'])('a struct within may not be named %s', (name) => {
  const given = { EIP712Domain: [], M: [{ name: 'a', type: name }], [name]: [] }
  expect(whyRefused(() => readTypes(given, 'M', true))).toBe(
    `types.${name} must have a name of letters, digits and _ that is no type of Solidity`,
  )
})
