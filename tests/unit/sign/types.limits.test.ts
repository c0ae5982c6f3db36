import { describe, expect, test } from 'vitest'
import { readTypes } from '@/lib/sign/types'
import { whyRefused } from './refusals'

const refusal = (types: Record<string, unknown>) =>
  whyRefused(() => readTypes({ EIP712Domain: [], ...types }, 'M', true))

describe('structs nest 32 levels deep', () => {
  /** Types of which each holds the next one, so many in all. */
  const chain = (levels: number) => {
    const names = ['M', ...Array.from({ length: levels - 1 }, (_, at) => `T${at + 2}`)]
    return Object.fromEntries(
      names.map((name, at) => [name, [{ name: 'a', type: names[at + 1] ?? 'bool' }]]),
    )
  }

  test('and no deeper', () => {
    expect(refusal(chain(31))).toBe('taken')
    expect(refusal(chain(32))).toBe('taken')
    expect(refusal(chain(33))).toBe('types.T33 nests deeper than 32 levels')
  })

  test('wherever the one that holds them stands', () => {
    const later = {
      M: [
        { name: 'x', type: 'bool' },
        { name: 'a', type: 'T2' },
      ],
    }
    expect(refusal({ ...chain(33), ...later })).toBe('types.T33 nests deeper than 32 levels')
  })

  test('in the domain as in the message', () => {
    const inDomain = (levels: number) =>
      refusal({ ...chain(levels - 1), EIP712Domain: [{ name: 'a', type: 'M' }] })
    expect(inDomain(32)).toBe('taken')
    expect(inDomain(33)).toBe('types.T32 nests deeper than 32 levels')
  })

  test('and any number may stand side by side', () => {
    const names = Array.from({ length: 100 }, (_, at) => `S${at}`)
    const fields = names.map((name) => ({ name, type: name }))
    expect(refusal({ M: fields, ...Object.fromEntries(names.map((name) => [name, []])) })).toBe(
      'taken',
    )
  })
})

describe('a declaration has 8,192 characters of names and types', () => {
  // `EIP712Domain` and `M` are 13 of them, `bool` is 4.
  const field = (length: number) => ({ name: 'a'.repeat(length), type: 'bool' })
  const most = 8_192 - 13 - 4

  test('in one field', () => {
    expect(refusal({ M: [field(most)] })).toBe('taken')
    expect(refusal({ M: [field(most + 1)] })).toBe(
      'types.M[0] is beyond the 8192 characters of types',
    )
  })

  test('in the type of one', () => {
    const typed = (length: number) => ({ name: 'a', type: `bool${'[]'.repeat(length / 2)}` })
    expect(refusal({ M: [typed(most - 1)] })).toBe('taken')
    expect(refusal({ M: [typed(most + 1)] })).toBe(
      'types.M[0] is beyond the 8192 characters of types',
    )
  })

  test('in several', () => {
    const two = (length: number) => [field(length), { name: 'b', type: 'bool' }]
    expect(refusal({ M: two(most - 5) })).toBe('taken')
    expect(refusal({ M: two(most - 4) })).toBe('types.M[1] is beyond the 8192 characters of types')
  })

  test('in the domain and the message together', () => {
    const types = (length: number) => ({
      EIP712Domain: [{ name: 'name', type: 'string' }],
      M: [field(length)],
    })
    expect(refusal(types(most - 10))).toBe('taken')
    expect(refusal(types(most - 9))).toBe('types.M[0] is beyond the 8192 characters of types')
  })

  test('of which a struct that is used twice has its own once', () => {
    const long = field(5_000)
    const twice = ['a', 'b'].map((name) => ({ name, type: 'S' }))
    expect(refusal({ M: twice, S: [long] })).toBe('taken')
  })
})
