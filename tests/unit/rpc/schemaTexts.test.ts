import * as v from 'valibot'
import { expect, test } from 'vitest'
import { object, strictObject } from '@/lib/rpc/object'
import { int } from '@/lib/rpc/schema'

const number = v.number()

test.each<[string, v.GenericSchema, unknown, string]>([
  ['a missing string', v.string(), undefined, 'is not valid: expected string, received undefined'],
  ['null for an object', object({}), null, 'is not valid: expected object, received null'],
  ['a list for an object', object({}), [], 'is not valid: expected object, received array'],
  ['text for a list', v.array(v.string()), 'x', 'is not valid: expected array, received string'],
  ['text for a number', number, 'x', 'is not valid: expected number, received string'],
  ['a fraction for an integer', int, 0.5, 'must be a whole number'],
  ['another word', v.literal('one'), 'two', 'is not valid: expected "one", received string'],
  ['another number', v.literal(1), 2, 'is not valid: expected 1, received number'],
  [
    'a word of no choice',
    v.picklist(['one', 'two']),
    'three',
    'is not valid: expected ("one" | "two"), received string',
  ],
  ['a long text', v.pipe(v.string(), v.maxLength(1)), 'xx', 'must have <=1 characters'],
  ['a short text', v.pipe(v.string(), v.minLength(1)), '', 'must have >=1 characters'],
  ['a long list', v.pipe(v.array(number), v.maxLength(1)), [1, 1], 'must have <=1 items'],
  ['a short list', v.pipe(v.array(number), v.minLength(1)), [], 'must have >=1 items'],
  [
    'a list of another length',
    v.pipe(v.array(number), v.length(2)),
    [1],
    'must have exactly 2 items',
  ],
  ['a list that ends too late', v.strictTuple([number]), [1, 1], 'must not be there'],
  ['a number above its ceiling', v.pipe(number, v.maxValue(1)), 2, 'must be <=1'],
  ['a number at its bound', v.pipe(number, v.ltValue(1)), 1, 'must be <1'],
  ['a number below its floor', v.pipe(number, v.minValue(1)), 0, 'must be >=1'],
  ['a strange field', strictObject({}), { x: 1 }, 'must have no other fields'],
  ['a form that is not told', v.pipe(v.string(), v.regex(/a/)), 'b', 'is not valid'],
  ['what fits no schema of a union', v.union([v.string(), number]), null, 'is not valid'],
])('%s is refused in a sentence', (_, schema, value, sentence) => {
  expect(v.safeParse(schema, value).issues?.[0].message).toBe(sentence)
})

test.each<[string, v.GenericSchema]>([
  ['another text', v.literal('one')],
  ['a word of no choice', v.picklist(['one'])],
  ['text for a number', number],
  ['a long text', v.pipe(v.string(), v.maxLength(1))],
  ['a form', v.pipe(v.string(), v.regex(/a/))],
  ['a field', strictObject({})],
])('what was sent is not repeated where it is refused as %s', (_, schema) => {
  const message = v.safeParse(schema, 'hunter2').issues?.[0].message
  expect(message).toBeTruthy()
  expect(message).not.toContain('hunter2')
})
