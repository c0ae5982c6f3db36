import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { object } from '@/lib/rpc/object'
import { boundedList } from '@/lib/rpc/boundedList'
import * as objects from '@/lib/rpc/object'
import * as schema from '@/lib/rpc/schema'
import { alice } from '../accounts'

const zero = `0x${'0'.repeat(40)}`
const lower = alice.toLowerCase()
const upper = `0x${alice.slice(2).toUpperCase()}`

const accepted: [keyof typeof codecs, unknown, unknown][] = [
  ['hex', '0x', '0x'],
  ['hex', '0xabCD', '0xabCD'],
  ['quantity', '0x0', '0x0'],
  ['quantity', '0x00', '0x00'],
  ['quantity', `0x${'f'.repeat(64)}`, `0x${'f'.repeat(64)}`],
  ['address', lower, alice],
  ['address', upper, alice],
  ['address', alice, alice],
  ['address', zero, zero],
  ['recipient', lower, alice],
  ['chainId', '0x0', '0x0'],
  ['chainId', '0x2105', '0x2105'],
  ['chainId', '0xa0', '0xa0'],
  ['maybe', undefined, undefined],
  ['maybe', null, undefined],
  ['maybe', '0x1', '0x1'],
]

const refused: [keyof typeof codecs, unknown][] = [
  ['hex', '0x1'],
  ['hex', 'ab'],
  ['hex', '0xgg'],
  ['hex', '0X12'],
  ['hex', '0x12\n'],
  ['hex', 1],
  ['hex', null],
  ['quantity', '0x'],
  ['quantity', ''],
  ['quantity', '10'],
  ['quantity', '-0x1'],
  ['quantity', '0x1.5'],
  ['quantity', `0x${'f'.repeat(65)}`],
  ['quantity', 16],
  ['address', lower.slice(0, -1)],
  ['address', `${lower}0`],
  ['address', lower.slice(2)],
  ['address', ` ${lower}`],
  ['address', `${lower}\n`],
  ['address', `0X${lower.slice(2)}`],
  ['address', 'vitalik.eth'],
  ['address', 5],
  ['recipient', zero],
  ['recipient', null],
  ['chainId', '0x01'],
  ['chainId', '0x00'],
  ['chainId', '0x'],
  ['chainId', '0XA'],
  ['chainId', '0xA'],
  ['chainId', '0x 1'],
  ['chainId', '8453'],
  ['chainId', 8453],
  ['maybe', ''],
  ['maybe', false],
  ['maybe', 0],
]

const codecs = {
  hex: schema.hex,
  quantity: schema.quantity,
  address: schema.address,
  recipient: schema.recipient,
  chainId: schema.chainId,
  maybe: schema.maybe(schema.quantity),
}

test.each(accepted)('%s takes %j and gives %j', (codec, input, output) => {
  expect(v.parse(codecs[codec], input)).toBe(output)
})

test.each(refused)('%s refuses %j', (codec, input) => {
  expect(v.safeParse(codecs[codec], input).success).toBe(false)
})

test('a chain ID of a whole request’s length is refused', () => {
  // A pattern that begins anew at each digit takes a quarter of an hour, which no test may.
  expect(v.safeParse(schema.chainId, `0x${'1'.repeat(1_048_000)}g`).success).toBe(false)
})

test('hex of a whole request’s length is read', () => {
  expect(v.safeParse(schema.hex, `0x${'ab'.repeat(524_000)}`).success).toBe(true)
  expect(v.safeParse(schema.hex, `0x${'ab'.repeat(524_000)}c`).success).toBe(false)
})

describe('the sentence on what is wrong', () => {
  const params = v.strictTuple([
    object({ from: schema.address, calls: v.array(object({ to: schema.recipient })) }),
  ])
  test.each([
    [[{ from: '0x', calls: [] }], 'from must be an address: 0x and 40 hex digits'],
    [[{ calls: [] }], 'from is not valid: expected string, received undefined'],
    [
      [{ from: alice, calls: [{ to: alice }, {}] }],
      'calls[1].to must be an address: to deploy, use eth_sendTransaction',
    ],
    [[{ from: alice, calls: 'x' }], 'calls is not valid: expected array, received string'],
    [[{ from: alice, calls: [{ to: zero }] }], 'calls[0].to must not be the zero address'],
    [['x'], 'params[0] is not valid: expected object, received string'],
    ['x', 'params is not valid: expected array, received string'],
  ])('about %j names the field', (input, sentence) => {
    const { issues } = v.safeParse(params, input)
    expect(issues && schema.explainSchemaError(issues)).toContain(sentence)
  })
})

describe('an object', () => {
  const { object, strictObject, record } = objects
  const word = v.string('must be a word')

  test.each([
    ['a list', []],
    ['null', null],
    ['text', 'x'],
  ])('is not %s, though all of its fields may be absent', (_, value) => {
    for (const of of [object({}), strictObject({}), record(v.string(), word)])
      expect(v.safeParse(of, value).success).toBe(false)
  })

  test('has an absent field refused by the field’s own words', () => {
    const { issues } = v.safeParse(object({ name: word }), {})
    expect(issues && schema.explainSchemaError(issues)).toBe('name must be a word')
  })

  test('gives its own fields alone, and none from a prototype that was sent', () => {
    const sent = JSON.parse('{"name":"x","__proto__":{"other":"y"},"more":1}') as unknown
    const read = v.parse(object({ name: word, other: v.optional(word) }), sent)
    expect(read).toStrictEqual({ name: 'x' })
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  })

  test('keeps a field absent that may be absent', () => {
    const fields = object({ one: v.optional(word), two: v.exactOptional(word) })
    expect(v.parse(fields, {})).toStrictEqual({})
    expect(v.safeParse(fields, { two: undefined }).success).toBe(false)
  })

  test('has what must be given, and it may be null', () => {
    const { given } = schema
    expect(v.safeParse(object({ given }), {}).success).toBe(false)
    expect(v.parse(object({ given }), { given: null })).toStrictEqual({ given: null })
  })
})

describe('a list that is too long', () => {
  const bounded = boundedList(schema.address, 2, 'must be a list of up to 2')

  test('is refused before its items are looked at', () => {
    let looked = 0
    const item = v.custom(() => (looked++, false))
    expect(v.safeParse(boundedList(item, 2), [1, 2, 3]).issues).toHaveLength(1)
    expect(looked).toBe(0)
    const { issues } = v.safeParse(bounded, ['x', 'x', 'x'])
    expect(issues?.map(({ message }) => message)).toEqual(['must be a list of up to 2'])
  })

  test('is told by one issue, however many are wrong', () => {
    const { issues } = v.safeParse(v.array(schema.address), Array(100_000).fill(0))
    expect(issues).toHaveLength(1)
    expect(v.parse(bounded, [alice])).toEqual([alice])
  })
})

test('the name of a field that nobody knows is not repeated', () => {
  const name = 'x'.repeat(1_000_000)
  const { issues } = v.safeParse(v.strictTuple([objects.strictObject({})]), [{ [name]: 1 }])
  expect(issues && schema.explainSchemaError(issues)).toBe('params[0] must have no other fields')
})

test.each([
  ['a map', new Map()],
  ['a date', new Date()],
  ['a name that valibot would leave out', JSON.parse('{"constructor":"x"}')],
  ['a wrong name', { B: 'x' }],
])('a record is not %s', (_, value) => {
  const names = objects.record(v.pipe(v.string(), v.regex(/^a$/)), v.string())
  expect(v.safeParse(names, value).success).toBe(false)
  expect(v.parse(names, { a: 'x' })).toEqual({ a: 'x' })
})

test('no schema is an object of valibot’s own, or a list that is counted after its items', () => {
  const own = ['lib/rpc/object.ts', 'lib/rpc/boundedList.ts']
  const loose =
    /\bv\.(object|strictObject|looseObject|record)\(|v\.array\((?!v\.unknown)[^]{0,200}?\),\s*v\.maxLength/
  const files = globSync('lib/**/*.ts').filter((file) => !own.includes(file))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => loose.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(loose.test('v.pipe(v.array(address), v.maxLength(2))')).toBe(true)
})
