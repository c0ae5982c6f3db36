import { expect, test } from 'vitest'
import * as v from 'valibot'
import { batchCapabilities, callCapabilities, checkCapabilities } from '@/lib/batch/capabilities'
import { object } from '@/lib/rpc/object'
import { explainSchemaError } from '@/lib/rpc/schema'

const ofBatch = (sent?: unknown) => v.parse(batchCapabilities, sent)
const ofCall = (sent?: unknown) => v.parse(callCapabilities, sent)

test.each([
  ['none', undefined, []],
  ['an empty object', {}, []],
  ['one that is optional', { other: { optional: true } }, []],
  ['null', { other: null }, []],
  ['one with another value', { other: {} }, ['other']],
  ['a mere value', { other: true }, ['other']],
  ['text', { other: 'optional' }, ['other']],
  ['one that is not optional', { other: { optional: false } }, ['other']],
  ['one with text for optional', { other: { optional: 'true' } }, ['other']],
  ['two', { one: {}, other: { optional: true }, two: 1 }, ['one', 'two']],
  ['the prototype’s name', JSON.parse('{"__proto__": {}}') as object, ['__proto__']],
])('what a batch or a call requires: %s', (_, sent, required) => {
  expect(ofBatch(sent)).toEqual({ paymasterService: undefined, required })
  expect(ofCall(sent)).toEqual({ gas: undefined, required })
})

// valibot runs nothing for an absent field whose schema begins with one that may be absent.
test('a field of capabilities that is absent requires none', () => {
  const asked = object({ batch: batchCapabilities, call: callCapabilities })
  expect(v.parse(asked, {})).toEqual({
    batch: { paymasterService: undefined, required: [] },
    call: { gas: undefined, required: [] },
  })
})

test('the service of a batch is handed on as it was sent, and not listed as required', () => {
  const paymasterService = { '0x1': { url: 'https://pay.example' } }
  expect(ofBatch({ paymasterService, other: {} })).toEqual({
    paymasterService,
    required: ['other'],
  })
})

test('the gas limit of a call is its value', () => {
  const sent = { gasLimitOverride: { value: '0x5208' }, other: {} }
  expect(ofCall(sent)).toEqual({ gas: '0x5208', required: ['other'] })
})

test.each([
  ['of zero', { value: '0x0' }, 'must be more than zero'],
  ['that is a number', { value: 21000 }, 'value'],
  ['without a value', {}, 'value'],
])('a call has no gas limit %s', (_, gasLimitOverride, message) => {
  const { issues } = v.safeParse(callCapabilities, { gasLimitOverride })
  const sentence = explainSchemaError(issues ?? [])
  expect(sentence).toContain('gasLimitOverride')
  expect(sentence).toContain(message)
})

test.each(['gas', 1, []])('a call’s capabilities cannot be %j', (sent) => {
  expect(v.safeParse(callCapabilities, sent).success).toBe(false)
})

test.each(['text', 1, []])('a batch’s capabilities cannot be %s', (sent) => {
  expect(v.safeParse(batchCapabilities, sent).issues?.[0].message).toBe('must be an object')
})

test('capabilities that nobody has are named once, sixteen at most, each by 64 characters', () => {
  expect(() => checkCapabilities([])).not.toThrow()
  const said = (names: string[]) => {
    try {
      checkCapabilities(names)
    } catch (error) {
      return error
    }
    return undefined
  }
  expect(said(['one', 'two', 'one'])).toMatchObject({
    code: 5700,
    message: expect.stringMatching(/one, two$/) as string,
  })
  expect(said(['x'.repeat(65)])).toMatchObject({
    message: expect.stringMatching(/(^|[^x])x{64}$/) as string,
  })
  const many = Array.from({ length: 17 }, (_, index) => `n${index}`)
  expect(said(many)).toMatchObject({ message: expect.stringMatching(/n14, n15$/) as string })
})
