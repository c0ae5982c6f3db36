import { describe, expect, test } from 'vitest'
import { depthOf, limits, parseParams } from '@/lib/rpc/limit'

const outcome = (method: string, text: string) => {
  try {
    parseParams(method, text)
    return 'parsed'
  } catch (error) {
    const { code, message } = error as { code: number; message: string }
    return { code, message }
  }
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('a request may hold 1 MiB of UTF-8 and nest 32 levels deep', () => {
  expect(limits).toEqual({ bytes: 1_048_576, depth: 32 })
})

describe('the depth of a JSON text', () => {
  test.each([
    ['1', 0],
    ['[]', 1],
    ['[[],[]]', 2],
    ['{"a":{"b":[]}}', 3],
    ['"[[[{{{"', 0],
    ['["[", "{"]', 1],
    [String.raw`["\"[[["]`, 1],
    [String.raw`["\\",[[]]]`, 3],
    [String.raw`["\\\"[",[]]`, 2],
    ['{"[[":"]]"}', 1],
  ])('of %s is %i', (text, depth) => {
    expect(depthOf(text)).toBe(depth)
  })
})

test.each([
  [32, 'parsed'],
  [33, { code: -32602, message: expect.stringContaining('nest deeper than 32 levels') as unknown }],
])('%i levels of nesting', (depth, expected) => {
  expect(outcome('wallet_sendCalls', nested(depth))).toEqual(expected)
})

test('a text too deep for any parser is refused by its measure, before it is parsed', () => {
  expect(outcome('eth_call', '['.repeat(500_000))).toMatchObject({
    message: expect.stringContaining('nest deeper') as unknown,
  })
})

describe('bytes of UTF-8 are counted, not characters', () => {
  test.each([
    ['one byte each', 'a', 1],
    ['two bytes each', 'é', 2],
    ['three bytes each', '€', 3],
    ['four bytes for two characters', '😀', 4],
  ])('%s: the limit itself passes and one more byte does not', (_, char, size) => {
    const filler = (limits.bytes - 2) % size
    const text = `"${'a'.repeat(filler)}${char.repeat((limits.bytes - 2 - filler) / size)}"`
    expect(new TextEncoder().encode(text).length).toBe(limits.bytes)
    expect(outcome('wallet_sendCalls', text)).toBe('parsed')
    expect(outcome('wallet_sendCalls', `${text} `)).not.toBe('parsed')
  })
})

describe('a text over the limit', () => {
  const text = `"${'a'.repeat(limits.bytes)}"`

  test('is too large a batch where it is one', () => {
    expect(outcome('wallet_sendCalls', text)).toMatchInlineSnapshot(`
      {
        "code": 5740,
        "message": "The batch is too large for the wallet to process: params take 1048578 bytes, at most 1048576",
      }
    `)
  })

  test('cannot be parsed where it is none', () => {
    expect(outcome('eth_call', text)).toMatchInlineSnapshot(`
      {
        "code": -32602,
        "message": "The wallet cannot parse the request: params take 1048578 bytes, at most 1048576",
      }
    `)
  })

  test('is told by its size though it is also no JSON', () => {
    expect(outcome('wallet_sendCalls', 'a'.repeat(limits.bytes + 1))).toMatchObject({ code: 5740 })
  })
})

test.each(['', '{', '[1,]', "'a'", 'undefined', '[] []', 'NaN'])(
  'what is not JSON cannot be parsed: %s',
  (text) => {
    expect(outcome('wallet_sendCalls', text)).toEqual({
      code: -32602,
      message: 'The wallet cannot parse the request: params are not JSON',
    })
  },
)

test('what is JSON comes out as it is', () => {
  expect(parseParams('eth_call', '[{"a":[1,null,"x"]}]')).toEqual([{ a: [1, null, 'x'] }])
})
