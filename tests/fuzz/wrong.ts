import fc from 'fast-check'
import { alice } from '../unit/accounts'

/** An address that no account of the wallet has. */
export const zero = `0x${'0'.repeat(40)}`

/** Names that have a meaning in JavaScript or in the wallet. */
export const names = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'prototype',
  'hasOwnProperty',
  'valueOf',
  'toJSON',
  'version',
  'from',
  'to',
  'optional',
  'gasLimitOverride',
  'authorizationList',
  'length',
  '0',
  '',
)

/** Draws objects by parsing JSON, so that `__proto__` is a field like any other. */
export const fields = (value: fc.Arbitrary<unknown>) =>
  fc
    .array(fc.tuple(names, value), { maxLength: 3 })
    .map(
      (entries) =>
        JSON.parse(
          `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one ?? null)}`).join()}}`,
        ) as unknown,
    )

/** Draws values of any type, to stand where another value belongs. */
export const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    1e21,
    '',
    '0',
    '0x',
    '0x0',
    '0x00',
    '0xg',
    '0X1',
    '-0x1',
    ' 0x1',
    [],
    {},
    [[]],
    zero,
    alice.slice(0, -1),
    `${alice}0`,
    '0x1',
    '2.0.0',
    '0x4',
    '4',
    '0x04',
    '0x12345',
    '0x' + 'f'.repeat(64),
    '0x' + 'f'.repeat(65),
    '0x1000000',
    '0x1000001',
    '\u0000',
    '\ud800',
    'é',
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fields(fc.jsonValue({ maxDepth: 1 })),
)

/** Draws one of the `right` values, and in one of nine cases a wrong one. */
export const mostly = (...right: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: fc.constantFrom(...right), weight: 8 }, { arbitrary: wrong, weight: 1 })

/** Draws from `right`, and in one of nine cases a wrong value. */
export const mostlyOf = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: right, weight: 8 }, { arbitrary: wrong, weight: 1 })
