import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { schemaText } from '@/lib/rpc/schemaTexts'

const message = (
  schema: z.ZodMiniType,
  value: unknown,
  error: z.core.$ZodErrorMap | undefined,
): string | undefined => z.safeParse(schema, value, error && { error }).error?.issues[0]?.message

test.each<[string, z.ZodMiniType, unknown]>([
  ['a missing string', z.string(), undefined],
  ['null for an object', z.object({}), null],
  ['text for a list', z.array(z.string()), 'x'],
  ['text for a number', z.number(), 'x'],
  ['a fraction for an integer', z.int(), 0.5],
  ['another word', z.literal('one'), 'two'],
  ['another number', z.literal(1), 2],
  ['a word of no choice', z.enum(['one', 'two']), 'three'],
  ['a long text', z.string().check(z.maxLength(1)), 'xx'],
  ['a short text', z.string().check(z.minLength(1)), ''],
  ['a long list', z.array(z.string()).check(z.maxLength(1)), ['x', 'x']],
  ['a short list', z.array(z.string()).check(z.minLength(1)), []],
  ['a list of another length', z.array(z.string()).check(z.length(2)), ['x']],
  ['a list longer than it may be', z.array(z.string()).check(z.length(1)), ['x', 'x']],
  ['a tuple that is too long', z.tuple([z.string()]), ['x', 'x']],
  ['a number above its ceiling', z.number().check(z.lte(1)), 2],
  ['a number at its bound', z.number().check(z.lt(1)), 1],
  ['a number below its floor', z.number().check(z.gte(1)), 0],
  ['no positive number', z.number().check(z.positive()), 0],
  ['a strange key', z.strictObject({}), { x: 1 }],
  ['strange keys', z.strictObject({}), { x: 1, y: 1 }],
  ['what fits no schema of a union', z.union([z.string(), z.number()]), null],
])('%s is refused in the words of zod', (_, schema, value) => {
  const words = message(schema, value, en().localeError)
  expect(words).toMatch(/^(Invalid|Too|Unrecognized)/)
  expect(message(schema, value, schemaText)).toBe(words)
})
